#ifdef GPU_SEVERAL_DEVICES
/* -- host threads, and a monitor: a lock with a condition variable -- */

#ifdef _WIN32
typedef HANDLE gpu__host_thread;
#define GPU__HOST_THREAD(name, argument) DWORD WINAPI name(LPVOID argument)
typedef LPTHREAD_START_ROUTINE gpu__host_thread_fn;
static int gpu__host_thread_start(gpu__host_thread *thread, gpu__host_thread_fn fn, void *argument)
{
    return (*thread = CreateThread(NULL, 0, fn, argument, 0, NULL)) != NULL;
}
static void gpu__host_thread_join(gpu__host_thread thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}
typedef struct gpu__monitor {
    SRWLOCK lock;
    CONDITION_VARIABLE changed;
} gpu__monitor;
static void gpu__monitor_open(gpu__monitor *m)
{
    InitializeSRWLock(&m->lock);
    InitializeConditionVariable(&m->changed);
}
static void gpu__monitor_close(gpu__monitor *m) { (void)m; }
static void gpu__monitor_{enter|leave}(gpu__monitor *m) { {AcquireSRWLockExclusive|ReleaseSRWLockExclusive}(&m->lock); }
static void gpu__monitor_wait(gpu__monitor *m) { SleepConditionVariableSRW(&m->changed, &m->lock, INFINITE, 0); }
static void gpu__monitor_wake(gpu__monitor *m) { WakeAllConditionVariable(&m->changed); }
#else
typedef pthread_t gpu__host_thread;
#define GPU__HOST_THREAD(name, argument) void *name(void *argument)
typedef void *(*gpu__host_thread_fn)(void *);
static int gpu__host_thread_start(gpu__host_thread *thread, gpu__host_thread_fn fn, void *argument)
{
    return !pthread_create(thread, NULL, fn, argument);
}
static void gpu__host_thread_join(gpu__host_thread thread) { (void)pthread_join(thread, NULL); }
typedef struct gpu__monitor {
    pthread_mutex_t lock;
    pthread_cond_t changed;
} gpu__monitor;
static void gpu__monitor_open(gpu__monitor *m)
{
    (void)pthread_mutex_init(&m->lock, NULL);
    (void)pthread_cond_init(&m->changed, NULL);
}
static void gpu__monitor_close(gpu__monitor *m)
{
    (void)pthread_cond_destroy(&m->changed);
    (void)pthread_mutex_destroy(&m->lock);
}
static void gpu__monitor_{enter|leave}(gpu__monitor *m) { (void)pthread_mutex_{|un}lock(&m->lock); }
static void gpu__monitor_wait(gpu__monitor *m) { (void)pthread_cond_wait(&m->changed, &m->lock); }
static void gpu__monitor_wake(gpu__monitor *m) { (void)pthread_cond_broadcast(&m->changed); }
#endif
#endif
