"""The rows of tests/bench/tape.cu by PyTorch (calls; torch.compile; a CUDA graph of the step) and JAX (jit), whichever
is installed: the same work, data and sizes, and medians of as many rounds, each of some 30 ms and waited for at its
end.

    python3 tests/bench/tape.py gpu | cpu [DIVISOR of the sizes]

Products are of floats, not of TF32, as gpu.h's are; GPU_THREADS says how many threads PyTorch has on the CPU. What does
not work here is left out, with a line that says so on stderr."""
import os, statistics, sys, time

where = sys.argv[1] if len(sys.argv) > 1 else "gpu"
divisor = int(sys.argv[2]) if len(sys.argv) > 2 else 1
if where == "cpu": os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
WIDTH, CHAIN, ROUNDS, FEATURES = (784, 512, 512, 10), 5, 15, 32
BATCHES, MANY, POINTS = (128, 8192 // divisor), (1 << 26) // divisor, 1000000 // divisor

def optional(name):
    try:
        return __import__(name)
    except Exception as e:
        print(f"# {name}: {type(e).__name__}", file=sys.stderr)

def row(who, key, n, step, wait):
    """Times step; if it raises, the row is left out."""
    def timed(count):
        start = time.perf_counter()
        for _ in range(count): last = step()
        wait(last)
        return (time.perf_counter() - start) / count * 1e3
    try:
        for _ in range(5): once = timed(1)
        inner = max(1, min(1000, int(30 / once)))
        ms = statistics.median(timed(inner) for _ in range(ROUNDS))
        print(f"{who} {'cpu ' if where == 'cpu' else ''}tape, {key}/{n} {ms:.6g} ms", flush=True)
    except Exception as e:
        print(f"# {who}, {key}/{n}: {type(e).__name__}: {str(e)[:200]}", file=sys.stderr)

# ----------------------------------------------------------------------------------------------------------- PyTorch --
def with_torch(torch):
    F, device = torch.nn.functional, "cuda" if where == "gpu" else "cpu"
    if where == "gpu" and not torch.cuda.is_available(): return print("# torch sees no GPU", file=sys.stderr)
    if os.environ.get("GPU_THREADS"): torch.set_num_threads(int(os.environ["GPU_THREADS"]))
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.manual_seed(1)
    wait = (lambda last: torch.cuda.synchronize()) if where == "gpu" else (lambda last: None)

    def ways(key, n, loss, parameters, rate):
        """A step is the gradient of loss() and, where there is a rate, the update."""
        def step_of(loss):
            def step():
                grads = torch.autograd.grad(loss(), parameters)
                with torch.no_grad():
                    if rate: torch._foreach_add_(parameters, grads, alpha=-rate)
                return grads
            return step
        row("torch", key, n, step_of(loss), wait)
        row("torch.compile", key, n, step_of(torch.compile(loss)), wait)
        torch._dynamo.reset()
        if where != "gpu": return
        try:
            step, side = step_of(loss), torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                for _ in range(3): step()
            torch.cuda.current_stream().wait_stream(side)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph): step()
        except Exception as e:
            return print(f"# torch graph, {key}: {type(e).__name__}: {str(e)[:200]}", file=sys.stderr)
        row("torch.graph", key, n, graph.replay, wait)

    for batch in BATCHES:
        x, label = torch.randn(batch, WIDTH[0], device=device), torch.randint(0, 10, (batch,), device=device)
        p = []
        for k in range(3):
            p += [(torch.randn(WIDTH[k], WIDTH[k + 1], device=device) / WIDTH[k] ** 0.5).requires_grad_(),
                  torch.zeros(WIDTH[k + 1], device=device, requires_grad=True)]
        def network():
            h = torch.relu(torch.addmm(p[1], x, p[0]))
            h = torch.relu(torch.addmm(p[3], h, p[2]))
            return F.cross_entropy(torch.addmm(p[5], h, p[4]), label)
        ways("network", batch, network, p, 0.01)
    x = torch.randn(MANY, device=device, requires_grad=True)
    def chain():
        y = x
        for _ in range(CHAIN): y = torch.sigmoid(torch.tanh(torch.sin(y)) * x)
        return y.sum()
    ways("20 functions", MANY, chain, [x], 0)
    del x
    x, label = torch.randn(POINTS, FEATURES, device=device), torch.randn(POINTS, device=device).sign()
    w = torch.zeros(FEATURES, device=device, requires_grad=True)
    ways("logistic regression", POINTS, lambda: F.softplus(-label * (x @ w)).mean(), [w], 0.1)

# --------------------------------------------------------------------------------------------------------------- JAX --
def with_jax(jax):
    jnp, random = jax.numpy, jax.random
    if where == "gpu" and jax.default_backend() == "cpu": return print("# jax sees no GPU", file=sys.stderr)
    jax.config.update("jax_default_matmul_precision", "highest")
    keys = iter(random.split(random.PRNGKey(1), 64))
    wait = jax.block_until_ready

    def measured(key, n, loss, parameters, rate, *data):
        """With a rate the parameters are replaced, and their memory is used again."""
        if not rate:
            gradient = jax.jit(jax.grad(loss))
            return row("jax", key, n, lambda: gradient(parameters, *data), wait)
        def update(p, *data): return jax.tree.map(lambda v, g: v - rate * g, p, jax.grad(loss)(p, *data))
        update, now = jax.jit(update, donate_argnums=0), [parameters]
        def step():
            now[0] = update(now[0], *data)
            return now[0]
        row("jax", key, n, step, wait)

    def network(p, x, label):
        h = x
        for k in range(3):
            h = h @ p[2 * k] + p[2 * k + 1]
            if k < 2: h = jax.nn.relu(h)
        return -jnp.take_along_axis(jax.nn.log_softmax(h), label[:, None], 1).mean()
    for batch in BATCHES:
        p = []
        for k in range(3):
            p += [random.normal(next(keys), WIDTH[k:k + 2]) / WIDTH[k] ** 0.5, jnp.zeros(WIDTH[k + 1])]
        measured("network", batch, network, p, 0.01, random.normal(next(keys), (batch, WIDTH[0])),
                 random.randint(next(keys), (batch,), 0, 10))
    def chain(x):
        y = x
        for _ in range(CHAIN): y = jax.nn.sigmoid(jnp.tanh(jnp.sin(y)) * x)
        return y.sum()
    measured("20 functions", MANY, chain, random.normal(next(keys), (MANY,)), 0)
    x, label = random.normal(next(keys), (POINTS, FEATURES)), jnp.sign(random.normal(next(keys), (POINTS,)))
    measured("logistic regression", POINTS, lambda w, x, label: jax.nn.softplus(-label * (x @ w)).mean(),
             jnp.zeros(FEATURES), 0.1, x, label)

for name, of in (("torch", with_torch), ("jax", with_jax)):
    module = optional(name)
    if module: of(module)
