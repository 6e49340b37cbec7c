# What `make test` and `make test-all` run, as targets that make runs side by side; the Makefile calls this file and
# hands on what it found. A target CONFIG/PROGRAM runs the program that CONFIG's compiler built; tests/run.sh counts.

override T := $(BUILD)/tests
export T CC CXX NVCC GENCODE OPENMP MAKE TEST_STRICT
export NEWEST_CLANG := $(notdir $(lastword clang $(shell ls /usr/bin/clang-[0-9]* 2>/dev/null | grep -x '.*-[0-9]*' | \
	sort -V)))
export RESULTS := $(T)/results/$(GOAL)
WARN := -Wall -Wextra -Wpedantic -Werror
NVCC_WARN := -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror
HEADERS := gpu.h gpu_kernels.cuh $(wildcard tests/*.h examples/*.h)

# A program is test_NAME with a TEST_MAIN, and the files test_NAME_... without one, each an object of its own, so that
# they are compiled side by side. The implementation is compiled once for all, the examples too: with the prewritten
# functions where a program defines GPU_KERNELS_FOR_C, and for the configurations `whole` always. (Else they are
# compiled as users have them, and as nvcc has them always, in the file that calls them.) A program that looks at what
# is private has its own. Under nvcc a .c file stays the C compiler's. What is C++ alone is in none of the lists for
# every compiler.
mains := $(shell grep -l '^.define TEST_MAIN' tests/test_*.c*)
cxx := test_cooperative_groups
own := $(basename $(notdir $(shell grep -lE '^.define (GPU_IMPLEMENTATION|GPU_STATIC)' $(mains))))
whole := cc asan clang.O3
of_whole = $(if $(filter $1,$(whole)),$2,$3)
shared := -DGPU_KERNELS_FOR_C=
linked := $(basename $(notdir $(shell grep -l '^.define GPU_KERNELS_FOR_C' $(mains))))
all := $(filter-out $(cxx),$(basename $(notdir $(mains))))
sources = $(filter $(basename tests/$1).%,$(mains)) $(filter-out $(mains),$(wildcard tests/$1_*.c*))
implementation = $(addprefix $(T)/$1/,$(if $(filter $2,$(own)),,$(if $(filter $2,$3),library,implementation).cu.o))
objects = $(patsubst tests/%,$(T)/$1/%.o,$(call sources,$2)) $(call implementation,$1,$2,$3)
examples := $(basename $(notdir $(sort $(wildcard examples/[0-9]*.cu))))
names :=
comma := ,

# ----------------------------------------------------------------------------------------------------- the templates --
# config,NAME,COMPILER,LANGUAGE,FLAGS OF TESTS: how its files are built. nvcc_config,NAME,COMPILER,FLAGS OF EXAMPLES:
# the same for nvcc. To an example whose implementation is elsewhere it seems to be there already. What runs longer than
# it compiles, loops over references above all, is optimised always.
long_runs := test_prewritten% test_bits_prewritten% test_matmul.cu test_order% test_fourier%
define config
$(foreach p,$(all) $(cxx),$(eval $(T)/$1/$p: $(call objects,$1,$p,$(call of_whole,$1,$(all),$(linked))) ; \
	@$2 $$^ -o $$@ -lm -lpthread))
$(eval $(T)/$1/%.o: tests/% $(HEADERS) ; @mkdir -p $$(@D) && $2 $$(if $$(filter $(long_runs),$$*),,$4) \
	$(call of_whole,$1,$$(if $$(filter $(own:%=%.cu),$$*),,$(shared))) $(WARN) -I. -I$(T) -x $3 -c $$< -o $$@)
$(foreach f,implementation library,$(eval $(T)/$1/$f.cu.o: tests/$f.cu $(HEADERS) ; @mkdir -p $$(@D) && \
	$2 $(if $(filter asan,$1),$4) $(WARN) -I. -x $3 -c $$< -o $$@))
$(foreach p,test_link shapes,$(eval $(T)/$1/$p: $(T)/$1/$p.c.o $(T)/$1/library.cu.o ; @$2 $$^ -o $$@ -lm -lpthread))
$(eval $(T)/$1/%.o: examples/%.cu $(HEADERS) ; @mkdir -p $$(@D) && \
	$2 $(WARN) -DGPU__IMPLEMENTED $(call of_whole,$1,$(shared)) -I. -x $3 -c $$< -o $$@)
$(eval $(T)/$1/%: $(T)/$1/%.o $(T)/$1/$(call of_whole,$1,library,implementation).cu.o ; @$2 $$^ -o $$@ -lm)
endef
define nvcc_config
$(foreach p,$(all) $(cxx),$(eval $(T)/$1/$p: $(call objects,$1,$p) ; @$2 $$^ -o $$@))
$(eval $(T)/$1/%.cu.o: tests/%.cu $(HEADERS) ; @mkdir -p $$(@D) && $2 $(NVCC_WARN) -I. -c $$< -o $$@)
$(eval $(T)/$1/%.c.o: tests/%.c $(HEADERS) ; @mkdir -p $$(@D) && \
	$(CC) -std=c11 -O1 $(OPENMP) $(WARN) -I. -I$(T) -c $$< -o $$@)
$(eval $(T)/$1/test_link: $(T)/$1/test_link.c.o $(T)/$1/library.cu.o ; @$2 $$^ -o $$@)
$(eval $(T)/$1/shapes: $(T)/$1/shapes.c.o $(T)/$1/shapes_library.cu.o ; @$2 $$^ -o $$@)
$(eval $(T)/$1/%.o: examples/%.cu $(HEADERS) ; @mkdir -p $$(@D) && \
	$2 $3 $(NVCC_WARN) -DGPU__IMPLEMENTED -I. -c $$< -o $$@)
$(eval $(T)/$1/%: $(T)/$1/%.o $(T)/$1/implementation.cu.o ; @$2 $$^ -o $$@)
endef
# runs,CONFIG,PROGRAMS,VARIANT,ENVIRONMENT: the programs are run, with that environment; a variant gives a second run
# its name.
run = $(eval names += $1/$2$(3:%=.%))$(eval $1/$2$(3:%=.%): $(T)/$1/$2 ; @tests/run.sh $$@ \
	$(if $(filter $2,$(all) $(cxx)),program,$(if $(filter $2,$(examples)),example,check)) $4 $$<)
runs = $(foreach p,$2,$(call run,$1,$p,$3,$4))
# builds,CONFIG,EXAMPLES: only compiled, without a warning.
build = $(eval names += $1/$2.builds)$(eval $1/$2.builds: $(T)/$1/$2.o ; @tests/run.sh $$@ check true)
builds = $(foreach p,$2,$(call build,$1,$p))
# sections,SECTIONS of the scripts; says,NAME,KIND,ARGUMENTS: a word of run.sh
section = $(eval names += $1)$(eval $1: ; @tests/run.sh $$@ section $1)
sections = $(foreach s,$1,$(call section,$s))
says = $(eval names += $1)$(eval $1: ; @tests/run.sh $$@ $2 $3)
# with,TOOL,WHAT: empty, after a word, where the tool is not there
has = $(if $(shell command -v $1),yes,$(call says,$2,missing,$1))

# --------------------------------------------------------------------------------------------------------- make test --
ifneq ($(call has,python3,joined),)
$(call says,joined,check,sh -c "src/join --check && python3 tests/test_join.py")
endif
# One C compiler, each program once; with nvcc and a GPU the same programs once more. The longest first, so that none is
# waited for. Programs that compile longer than they run are not optimised, unless CFLAGS says how; what they test is.
slow := test_prewritten test_bits test_matmul test_order
export ALONE := test_memory test_matmul test_order
long := test_prewritten test_vectorize test_simulator test_launch test_bits
quick := $(foreach p,$(long),$(filter $p,$(all))) $(filter-out $(long),$(all)) $(examples)
ifneq ($(NVCC),)
# Without a card the device code is not run, and test-all optimises it. What nvcc's host compiler builds is then the CPU
# backend once more: a few programs show that it works, the others wait for test-all. Tests are built as fast as can be;
# examples run long.
without_card := test_vectorize test_launch test_core test_errors 01_device_query 02_vector_add 03_vectorize 07_kernel
nvcc := $(NVCC) -std=c++17 $(addprefix -Xcompiler ,$(OPENMP)) \
	$(if $(CARDS),-O2 $(SPLIT) $(GENCODE),-Xcicc -O0 -gencode $(lastword $(GENCODE)))
$(call nvcc_config,nvcc,$(nvcc),$(if $(CARDS),,-O1 $(addprefix -Xcompiler \
	,$(filter -fexpensive-optimizations,$(CFLAGS)))))
$(call runs,nvcc,$(if $(CARDS),$(quick),$(filter $(without_card),$(quick))) $(cxx))
ifeq ($(shell nvidia-smi -L 2>/dev/null),)
$(call says,gpu,skip,"no GPU in this machine: what nvcc built ran on the fallback")
else
export CARD := yes
endif
else
$(call says,nvcc,skip,"no nvcc on PATH or in /usr/local/cuda/bin")
endif
# (Position-independent: NumPy is compared with the same library.)
$(call config,cc,$(CC) -std=c99 -fPIC $(CFLAGS) $(OPENMP),c,$(TEST_CFLAGS))
$(call runs,cc,$(quick))

# ----------------------------------------------------------------------------------------------------- make test-all --
# What `make test` has answered is not asked again.
ifneq ($(filter test-all test-one,$(GOAL)),)
names := $(if $(filter test-one,$(GOAL)),$(names))
core := test_core test_launch
with_vectors := test_bits test_order test_matmul test_fourier test_linalg test_math test_random test_rows
openmp = $(shell t=$$(mktemp) && \
	printf '\043include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n' | \
	$1 -fopenmp -x c -o $$t - >/dev/null 2>&1 && echo -fopenmp; rm -f $$t)
links = $(shell t=$$(mktemp) && echo 'int main(void){return 0;}' | $1 -x c -o $$t - 2>/dev/null && echo yes; rm -f $$t)
ifneq ($(NVCC),)
$(call runs,nvcc,$(if $(CARDS),,test_order test_linalg test_fourier test_matmul test_grad test_rows test_link))
# Where no card is, a part of the device code is optimised, to see that it compiles, and the rest of the answer is the C
# compiler's below. (All kernels in one object would take nvcc four minutes.)
$(call nvcc_config,nvcc.O3,$(NVCC) -std=c++17 -O3 $(SPLIT) $(addprefix -Xcompiler ,$(OPENMP)) $(GENCODE))
$(call runs,nvcc.O3,$(if $(CARDS),$(quick) test_link,test_vectorize $(core)))
$(call runs,nvcc.O3,$(if $(CARDS),$(filter-out $(slow),$(all)),$(core)),threads7,env GPU_THREADS=7)
$(call runs,nvcc.O3,$(if $(CARDS),$(all),$(core) test_errors),cpu,env GPU_DEVICE=cpu)
$(call nvcc_config,nvcc.serial,$(filter-out -Xcompiler -fopenmp,$(nvcc)))
$(call runs,nvcc.serial,$(core))
$(call nvcc_config,nvcc.rdc,$(nvcc) -rdc=true)
$(call runs,nvcc.rdc,test_launch)
# The way of large exchanges between GPUs, taken by small ones too.
$(call nvcc_config,nvcc.engines,$(nvcc) -DGPU__TEST_ENGINES)
$(call runs,nvcc.engines,$(if $(CARDS),test_several))
endif
# More than 2^31 elements, on a card that has the memory; few of them on the CPU.
$(T)/cc/large: $(T)/cc/large.cu.o $(T)/cc/library.cu.o ; @$(CC) $(OPENMP) $^ -o $@ -lm -lpthread
$(call says,cc/large,check,$(T)/cc/large 300017)
cc/large: $(T)/cc/large
ifneq ($(CARDS),)
$(T)/nvcc/large: tests/large.cu $(HEADERS) ; @mkdir -p $(@D) && $(nvcc) -I. $< -o $@
$(call says,nvcc/large,says,"0 failed" $(T)/nvcc/large)
nvcc/large: $(T)/nvcc/large
$(call says,nvcc/cuda_faults,check,tests/prove/cuda $(T)/nvcc_faults card)
endif
# What a user builds, by the README's line, and for this processor alone, optimised at link time; with several numbers
# of threads (1 is the build without OpenMP, and two cores have run with 2) and each width of vectors. The examples have
# run, and GPU_SYNC has nothing to wait for here.
avx512 := $(filter avx512vl,$(shell grep -m 1 ^flags /proc/cpuinfo 2>/dev/null))
$(call config,O3,$(CC) -O3 $(OPENMP),c)
$(call runs,O3,$(filter-out test_compile_kernels,$(all)),threads7,env GPU_THREADS=7)
$(call runs,O3,$(if $(avx512),$(with_vectors)),simd256,env GPU_SIMD=256)
$(call runs,O3,test_bits test_order test_math test_random test_rows,simd128,env GPU_SIMD=128)
$(call runs,O3,test_math,doubles,env GPU_TEST_DOUBLES=1000000)
$(call config,native,$(CC) -O3 -march=native $(if $(call links,$(CC) -flto=auto),-flto=auto) $(OPENMP),c)
$(call runs,native,test_launch test_order test_rows test_math)
ifeq ($(avx512),)
$(call says,avx512,skip,"this processor has no AVX-512: the loops for it were compiled but not run")
endif
$(call runs,O3,$(if $(filter 2,$(shell nproc 2>/dev/null)),,$(filter-out test_vectorize $(slow),$(all))),threads2,env \
	GPU_THREADS=2)
$(call runs,O3,$(core) test_errors test_streams,sync,env GPU_SYNC=1 GPU_DEVICE=cpu)
$(call runs,cc,test_link)
$(call config,serial,$(CC) -std=c99 -O2,c)
$(call runs,serial,$(core))

# An example that takes arguments says which.
with_help := $(basename $(notdir $(shell grep -l '"--help"' examples/[0-9]*.cu)))
$(foreach e,$(with_help),$(call says,cc/$e.help,says,usage: $(T)/cc/$e --help)$(eval cc/$e.help: $(T)/cc/$e))

# What stands in for a fused multiply-add where the library's own rounds twice.
$(call config,fma,$(CC) -std=c99 -O2 $(OPENMP) -DGPU__TEST_FMA,c)
$(call runs,fma,test_random)

# The quotients of kernels.
$(call config,quotient,$(CC) -std=c99 -O2 $(OPENMP) -DGPU__TEST_QUOTIENT,c)
$(call runs,quotient,test_math)

# Devices that do not reach each other's memory, and broadcasts in many pieces.
$(call config,apart,$(CC) -std=c99 -O2 $(OPENMP) -DGPU__TEST_NO_PEER -DGPU__TEST_ENGINES,c)
$(call runs,apart,test_several)

# That every standard compiles by every compiler is shown by texts_gcc, texts_clang and so on; here programs run, of C99
# by both, and of C11 with the sanitizers. What is written otherwise in C++ is in in_cxx.
in_cxx := test_cuda_functions test_cuda_runtime test_errors test_grad test_math test_random test_rows \
	test_rows_shared test_simulator test_several test_dlpack
ifneq ($(call has,clang),)
clang := clang $(call openmp,clang)
$(call config,clang.O3,$(clang) -O3,c)
$(call runs,clang.O3,$(filter-out test_compile_kernels,$(all)))
$(call config,clang.c99,$(clang) -std=c99,c)
$(call runs,clang.c99,$(core))
# A compiler of C11 or C++17 that no more is known of: clang again, which hides what it is.
other := -include tests/other_compiler.h
$(call config,other.c11,clang $(other) -DGPU__TYPEOF=__typeof__ -std=c11,c)
$(call runs,other.c11,$(core))
$(call config,other.c++17,$(clang:clang%=clang++%) $(other) -std=c++17,c++)
$(call runs,other.c++17,test_core)
endif
# The newest that there is.
ifneq ($(call has,$(NEWEST_CLANG)),)
$(call config,newest,$(NEWEST_CLANG) $(call openmp,$(NEWEST_CLANG)) -O3 -march=native,c)
$(call runs,newest,$(core) test_order test_linalg test_rows)
endif
ifneq ($(call has,clang++),)
$(call config,clang++17,clang++ $(call openmp,clang++) -std=c++17 -O1,c++)
$(call runs,clang++17,$(cxx))
endif
ifneq ($(call has,g++),)
gxx := g++ $(call openmp,g++)
$(call config,g++17,$(gxx) -std=c++17 -O2,c++,-O0)
$(call runs,g++17,test_vectorize $(core) $(in_cxx) $(cxx))
$(call config,g++11,$(gxx) -std=c++11,c++)
$(call runs,g++11,$(core) $(cxx))
$(call builds,g++11,$(examples))
endif

# Reports of valgrind and the sanitizers name functions and lines (-g1); variables (-g) take the compiler half as long
# again. The longest run of all is not the last.
ifneq ($(call has,valgrind),)
$(call config,valgrind,gcc -std=c11 -g1 -O1,c)
$(call runs,valgrind,test_alloc test_faults,,valgrind -q --error-exitcode=9 --leak-check=full \
	--trace-children=no)
endif

# Sanitizers: whatever is undefined is fatal; without OpenMP, whose own pools they do not know. So threads are those of
# tests and of gpu_each_device: other programs, and long tests of one thread, show the thread sanitizer nothing.
ifneq ($(call links,gcc -fsanitize=address$(comma)undefined),)
$(call config,asan,gcc -std=c11 -g1 -O1 -fPIC -fsanitize=address$(comma)undefined -fno-sanitize-recover=all,c,-O0)
$(call runs,asan,$(filter-out test_bits $(if $(filter test-all,$(GOAL)),test_matmul),$(all)),,env \
	ASAN_OPTIONS=allocator_may_return_null=1)
else
$(call says,asan,missing,gcc-asan)
endif
# Every prewritten function with sizes that are zero, small, or more than any machine has. The table is made from the
# prototypes.
ifneq ($(wildcard src/families),)
$(T)/shapes_table.h: tests/shapes.awk gpu.h
	@mkdir -p $(@D) && awk -f $^ >$@
$(foreach c,cc $(if $(findstring asan/,$(names)),asan) $(if $(CARDS),nvcc),$(eval $(T)/$c/shapes.c.o: \
	$(T)/shapes_table.h)$(eval $c/shapes: \
	$(T)/$c/shapes)$(call says,$c/shapes,program,env ASAN_OPTIONS=allocator_may_return_null=1 $(T)/$c/shapes))
endif
# clang's, which products leave to it, also tells of pointers: NULL + 0 in C, and an address beyond the end of memory.
ifneq ($(call links,clang -fsanitize=address$(comma)undefined),)
$(call config,ubsan,clang -std=c11 -g1 -O1 -fsanitize=address$(comma)undefined -fno-sanitize-recover=all,c,-O0)
$(call runs,ubsan,$(if $(filter test-one,$(GOAL)),$(all),test_core test_matmul test_rows),,env \
	ASAN_OPTIONS=allocator_may_return_null=1)
else
$(call says,ubsan,missing,clang with its sanitizers)
endif
ifneq ($(call links,gcc -fsanitize=thread),)
$(call config,tsan,gcc -std=c11 -g1 -O1 -fsanitize=thread,c)
$(call runs,tsan,$(core) test_fourier test_memory test_random test_several test_simulator test_streams,,env \
	TSAN_OPTIONS=allocator_may_return_null=1:halt_on_error=1 TEST_SKIP='shapes lengths_of_all_kinds long_lengths \
	long_rows_and_columns the_same_bits_for_any_number_of_threads loops_of_all_sorts debug_mode \
	many_indices_by_fewer_threads')
else
$(call says,tsan,missing,gcc-tsan)
endif

# The device code of the GPU on the CPU, under the sanitizers, by tests/emulator. test_order and test_linalg take long,
# and wait to be asked for (make test-one T=emulated/test_order); the tests that are skipped would take minutes. The
# emulator runs one block after the other, and the blocks of one kernel of test_order wait for each other: with one
# multiprocessor it has one block.
ifneq ($(and $(NVCC),$(filter x86_64,$(shell uname -m)),$(call links,g++ -fsanitize=address$(comma)undefined)),)
emulated := $(T)/emulated
emulate := g++ -std=c++17 -g1 -w -D__CUDACC__ -DEMULATED_ARCH=900 -I$(emulated)/include -Itests/emulator \
	-I$(dir $(NVCC))../include
# (What C++ says of a value that an enumeration lacks is no fault here: it is refused.)
sanitized := -O1 -fsanitize=address$(comma)undefined -fno-sanitize=enum -fno-sanitize-recover=all \
	-fno-strict-aliasing -ffp-contract=off
emulable := test_fourier test_rows test_rows_shared \
	$(if $(filter test-one,$(GOAL)),test_order test_linalg test_math test_tape)
$(call config,emulated,$(emulate) $(sanitized),c++)
$(foreach p,$(emulable) test_several test_streams,$(eval $(emulated)/$p: $(emulated)/runtime.o)$(eval \
	$(call objects,emulated,$p): $(emulated)/include/gpu.h))
$(emulated)/include/gpu.h: tests/emulator/rewrite.py tests/emulator/cuda_runtime.h $(HEADERS)
	@mkdir -p $(@D) && python3 tests/emulator/rewrite.py . $(@D)
$(emulated)/runtime.o: tests/emulator/runtime.cpp tests/emulator/cuda_runtime.h
	@mkdir -p $(@D) && $(emulate) -O2 -c $< -o $@
$(call runs,emulated,$(emulable),,env ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
	EMULATOR_MULTIPROCESSORS=1 $$(if $$(findstring shared,$$@),EMULATOR_STATIC_SHARED=1) \
	TEST_SKIP='every_length millions quantiles qr_of_doubles singular_values_of_low_rank eigenvalues_of_doubles \
	larger_matrices tall_panels several_blocks eigenvalues_by_many_blocks what_is_not_finite \
	derivatives_of_kernels products_in_all_forms products_in_tf32 addresses_in_structures_and_numbers \
	a_kernel_reads_what_the_loss_depends_on')
# Each call of CUDA's runtime fails in turn.
$(call says,emulated/cuda_faults,check,tests/prove/cuda $(T)/emulated_faults emulated)
# Two devices, whose kernels wait for each other.
$(call runs,emulated,test_several,,env ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
	EMULATOR_MULTIPROCESSORS=1 EMULATOR_DEVICES=2 \
	TEST_SKIP='large_as_small_here stand_ins_exchange the_cpu_stands_for_four_devices a_launcher_s_number_is_found')
# Of the tests of streams those that launch no kernel of their own.
emulated/test_streams: $(emulated)/test_streams
$(call says,emulated/test_streams,says,"0 failed" env ASAN_OPTIONS=detect_leaks=0 $(emulated)/test_streams \
	a_graph_has_one_stream an_event_of_a_graph a_thread_goes_on_after_another_s_shutdown memory_outlives_its_stream \
	streams_that_cannot_be)
endif

# Windows: by MinGW, run by Wine. The simulator switches stacks by its own code, and by Windows' fibers.
# The compiler appends .exe to what it builds.
mingw := x86_64-w64-mingw32-gcc
ifneq ($(call has,$(mingw)),)
ifneq ($(call has,wine),)
wine := env WINEPREFIX=$(abspath $(T))/wine WINEDEBUG=-all
run_exe := $(wine) sh -c 'wine $$$$0.exe'
$(call config,windows,$(mingw) -std=c11 -O2 -static,c)
$(call runs,windows,$(core) test_simulator test_faults test_alloc test_errors test_random,,$(run_exe))
$(call config,fibers,$(mingw) -std=c11 -O2 -static -DGPU__TEST_UCONTEXT -Wno-array-bounds,c)
$(call runs,fibers,test_simulator test_faults,,$(run_exe))
# What gpu.h asks of Microsoft's compiler, which clang stands in for.
ifneq ($(clang),)
msvc := clang --target=x86_64-w64-mingw32 -fms-extensions -static -Qunused-arguments \
	-L$(dir $(shell $(mingw) -print-libgcc-file-name)) $(other)
$(call config,msvc.c11,$(msvc) -std=c11,c)
$(call runs,msvc.c11,test_core,,$(run_exe))
$(call config,msvc.c++17,$(msvc:clang%=clang++%) -std=c++17,c++)
$(call runs,msvc.c++17,test_launch,,$(run_exe))
endif
# Its server stays for five minutes: one that is about to end refuses the next program.
$(filter windows/% fibers/% msvc%,$(names)): | $(T)/wine
$(T)/wine:
	@mkdir -p $@ && { $(wine) wineserver -p300; $(wine) wine wineboot --init; } >$@.log 2>&1 </dev/null || true
endif
endif

# Several processes on the CPU, by Debian's OpenMPI: 2 and 4, which share the cores. Memory of a device, which there is
# none of, is staged by one build, and taken by an MPI that claims to in another.
ifneq ($(call has,mpicc),)
mpirun := env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 GPU_THREADS=1 timeout 300 mpirun \
	--oversubscribe --bind-to none \
	--mca mpi_yield_when_idle 1 -n
mpi := $(notdir $(basename $(wildcard examples/mpi_*.cu)))
mpicc = @mkdir -p $(@D) && mpicc -std=c99 -O1 $(OPENMP) $(WARN) $1 -I. -x c $< -o $@ -lm
$(T)/mpi/%: examples/%.cu $(HEADERS) ; $(mpicc)
$(T)/mpi/mpi_ranks: tests/mpi_ranks.cu $(HEADERS) ; $(mpicc)
$(T)/mpi_staged/mpi_ranks: tests/mpi_ranks.cu $(HEADERS) ; $(call mpicc,-DGPU__TEST_MPI_STAGED)
$(T)/mpi_aware/mpi_ranks: tests/mpi_ranks.cu $(HEADERS) ; $(call mpicc,-DTEST_MPI_AWARE)
$(foreach n,2 4,$(call runs,mpi,mpi_ranks $(mpi),$n,$(mpirun) $n))
$(call runs,mpi_staged,mpi_ranks,4,$(mpirun) 4)
$(call runs,mpi_aware,mpi_ranks,2,env GPU_MPI_AWARE=1 $(mpirun) 2)
$(call says,mpi/mpi_ranks.ends,check,sh -c '$(mpirun) 2 $(T)/mpi/mpi_ranks fail; test $$$$? = 1')
mpi/mpi_ranks.ends: $(T)/mpi/mpi_ranks
endif

# cuRAND's generators, where CUDA has its header and library. (A package of Python's has no libcurand.so without a
# version.)
ifneq ($(NVCC),)
curand := $(wildcard $(dir $(shell command -v $(NVCC)))../include/curand.h)
ifneq ($(curand),)
export CURAND_INCLUDE := $(abspath $(dir $(curand)))
export CURAND_LIBRARY := $(firstword $(wildcard $(foreach d,lib64 lib \
	targets/x86_64-linux/lib,$(CURAND_INCLUDE)/../$d/libcurand.so.10)))
$(T)/curand/curand_generators: tests/curand_generators.cu $(HEADERS)
	@mkdir -p $(@D) && $(CC) -std=c99 -O1 $(OPENMP) $(WARN) -isystem $(CURAND_INCLUDE) -I. -x c $< -x none \
	$(CURAND_LIBRARY) -Wl,-rpath,$(dir $(CURAND_LIBRARY)) -o $@ -lm -lpthread
$(T)/curand_nvcc/curand_generators: tests/curand_generators.cu $(HEADERS)
	@mkdir -p $(@D) && $(nvcc) $(NVCC_WARN) -I. $< -Xlinker $(CURAND_LIBRARY),-rpath,$(dir $(CURAND_LIBRARY)) -o $@
$(foreach c,curand curand_nvcc,$(call says,$c/curand_generators,program,$(T)/$c/curand_generators)$(eval \
	$c/curand_generators: $(T)/$c/curand_generators))
else
$(call says,curand,missing,curand.h)
endif
endif

# Against NumPy itself, through a shared library.
$(T)/library.so: $(T)/cc/library.cu.o ; @$(CC) $(OPENMP) -shared $< -o $@ -lm
python := $(shell tests/python_with numpy)
ifneq ($(python),)
names += numpy
numpy: $(T)/library.so ; @tests/run.sh $@ program $(python) tests/random_calls.py $< 1 15
ifneq ($(findstring asan/,$(names)),)
names += asan/numpy
asan/numpy: $(T)/asan/library.so ; @tests/run.sh $@ program env LD_PRELOAD="$$(gcc -print-file-name=libasan.so) \
	$$(gcc -print-file-name=libubsan.so)" ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=0:detect_odr_violation=0 \
	$(python) tests/random_calls.py $< 1 20
$(T)/asan/library.so: $(T)/asan/library.cu.o ; @gcc -fsanitize=address$(comma)undefined -shared $< -o $@ -lm
endif
names += linalg_properties
linalg_properties: $(T)/library.so ; @tests/run.sh $@ program $(python) tests/linalg_properties.py $< 1 15
names += dlpack
dlpack: $(T)/libgauss.so ; @tests/run.sh $@ says PASSED $(python) examples/dlpack/gauss.py $<
$(T)/libgauss.so: examples/dlpack/gauss.cu $(HEADERS) ; @$(CC) -std=c99 -O1 $(OPENMP) $(WARN) -shared -fPIC -I. -x c \
	$< -x none -o $@ -lm
else
$(call says,numpy,missing,python3-numpy)
$(call says,linalg_properties,missing,python3-numpy)
$(call says,dlpack,missing,python3-numpy)
endif

# Gradients against PyTorch, which few machines have.
torch := $(shell PYTHON='$(PYTHON_WITH_TORCH)' tests/python_with torch)
ifneq ($(torch),)
names += tape_torch
tape_torch: $(T)/library.so ; @tests/run.sh $@ program $(torch) tests/tape_torch.py $<
else
$(call says,tape_torch,skip,"no PyTorch in this machine: gradients were compared with differences alone")
endif

# The tests of NumPy and SciPy, which the section installs.
suites: $(T)/library.so

# Both on a GPU, where all of the library takes nvcc minutes: they wait to be asked for.
ifneq ($(and $(CARDS),$(filter test-one,$(GOAL))),)
names += nvcc/suites $(if $(torch),nvcc/tape_torch)
nvcc/suites: $(T)/nvcc/library.so ; @LIBRARY=$< tests/run.sh $@ section suites
nvcc/tape_torch: $(T)/nvcc/library.so ; @tests/run.sh $@ program $(torch) tests/tape_torch.py $<
$(T)/nvcc/library.so: tests/library.cu $(HEADERS) ; @mkdir -p $(@D) && $(NVCC) -std=c++17 -O2 -arch=native -shared \
	$(addprefix -Xcompiler ,$(OPENMP) -fPIC) -DGPU_FFT -DGPU_LINALG -I. $< -o $@
endif

first := cost_nvcc options_nvcc
$(call sections,$(first) $(filter-out $(first),$(shell sed -n 's/^\([a-z_]*\)() {.* section$$/\1/p' \
	tests/compile.sh tests/makefile.sh tests/build_systems.sh)))
endif

# One test: a program by its name is run as `make test` does, and any target of `make test-all` by its whole name. For
# any other name the results of an earlier run are removed, so that they are not counted again.
ifeq ($(GOAL),test-one)
names := $(filter $(ONE) $(addprefix cc/,$(ONE)) $(addprefix nvcc/,$(ONE)),$(names))
$(if $(names),,$(shell rm -rf $(RESULTS))$(error no test "$(ONE)": a program of tests/ or examples/ (test_matmul; \
	files without TEST_MAIN are parts of a program), or a target (asan/test_matmul, mistakes_gcc)))
endif

ifneq ($(GOAL),bits)
$(shell rm -rf $(RESULTS) && mkdir -p $(RESULTS) && echo $(names) >$(RESULTS)/expected)
endif
$(GOAL): $(names)
.PHONY: $(GOAL) $(names)
.SECONDARY:
