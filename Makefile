# gpu.h: `make run` builds the numbered examples and runs them; `make test` runs the tests; `make help` lists the rest.

PREFIX ?= /usr/local
BUILD  ?= build
CC     ?= cc
CXX    ?= c++

# With nvcc on PATH, or where CUDA installs itself, the programs run on the GPU; without it the C compiler builds them
# for the CPU. `make NVCC=` leaves an nvcc that is there alone.
ifeq ($(origin NVCC),undefined)
NVCC := $(or $(shell command -v nvcc 2>/dev/null),$(wildcard /usr/local/cuda/bin/nvcc))
endif

NVCCFLAGS ?= -O3 -Xcompiler -O3

# gcc's -O1 with those makes loops as fast as -O2 in half the time. Tests take longer to compile than they run.
ifeq ($(origin CFLAGS),undefined)
TEST_CFLAGS := -O0
CFLAGS := $(if $(shell $(CC) --version 2>/dev/null | grep -i 'free software'),-O1 -fexpensive-optimizations,-O2)
endif

# Only a link tells whether OpenMP is there: clang without libomp accepts the flag and then finds no omp.h or no library.
ifeq ($(origin OPENMP),undefined)
OPENMP := $(shell t=$$(mktemp) && printf '\043include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n' | \
	$(CC) -fopenmp -x c -o $$t - >/dev/null 2>&1 && echo -fopenmp; rm -f $$t)
endif

# ARCH="75 86" names the architectures. Otherwise: those of the cards in this machine, each once; a card that is newer
# than this nvcc gets the newest PTX, which its driver translates.
ifneq ($(strip $(NVCC)),)
KNOWN := $(shell $(NVCC) --list-gpu-arch 2>/dev/null | sed -n 's/^compute_\([0-9][0-9]*\)$$/\1/p' | sort -nu)
NEWEST := $(lastword $(KNOWN))
ifeq ($(strip $(ARCH)),)
# Only lines that look like a capability count: without a driver nvidia-smi prints an apology on stdout.
CARDS := $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sed -n 's/^ *\([0-9][0-9]*\)\.\([0-9]\) *$$/\1\2/p' | sort -nu)
TARGETS := $(if $(KNOWN),$(filter $(KNOWN),$(CARDS)),$(CARDS))
ifeq ($(CARDS),)
# No card: programs run on the CPU cores, whatever the device code is, and the oldest architecture and its PTX do.
TARGETS := $(firstword $(filter 75 %0,$(filter-out 50 60 70,$(KNOWN))))
PTX := $(TARGETS)
else ifneq ($(TARGETS),$(CARDS))
PTX := $(NEWEST)
endif
else
TARGETS := $(ARCH)
endif
GENCODE := $(foreach a,$(TARGETS),-gencode arch=compute_$(a),code=sm_$(a)) \
	$(foreach a,$(PTX),-gencode arch=compute_$(a),code=compute_$(a))
# Where there is nothing that could run it, nobody waits for device code: the C compiler builds the examples then.
FOR_GPU := $(strip $(ARCH) $(CARDS) $(wildcard /dev/nvidia0 /dev/dxg))
# With many cores the kernels of a file are optimised side by side: the longest file takes half the time.
SPLIT := $(if $(FOR_GPU),$(shell [ "$$(nproc 2>/dev/null || echo 1)" -ge 8 ] && \
	$(NVCC) --help 2>/dev/null | grep -q -e '--split-compile ' && echo --split-compile=0))
NVCC_LINE = $(NVCC) -std=c++17 $(NVCCFLAGS) $(SPLIT) $(addprefix -Xcompiler ,$(OPENMP)) $(GENCODE)
endif

# -x c holds for every file after it, objects and all: -x none ends it.
CC_LINE = $(CC) -std=c99 $(CFLAGS) $(OPENMP)
HEADERS := gpu.h gpu_kernels.cuh
EXAMPLES := $(sort $(wildcard examples/[0-9]*.cu))
PROGRAMS := $(EXAMPLES:%.cu=$(BUILD)/%)
.DEFAULT_GOAL := help

# The two files are joined from their parts, by Python; copies of them without src/ are as good.
PARTS := $(wildcard src/*/*.h src/*/*.cuh src/*/own_macros src/*/*/*)
ifneq ($(and $(wildcard src/join),$(shell command -v python3)),)
gpu_kernels.cuh: gpu.h ;
gpu.h: src/join $(PARTS)
	@src/join
endif
# On all cores, unless a -j says how many; what a target prints stays together. (Evaluated in a recipe, where -j is seen.)
PARALLEL = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2)) $(if $(filter output-sync,$(.FEATURES)),-O)

help: $(HEADERS)
	@echo 'make            join the parts in src/ into gpu.h and gpu_kernels.cuh, and show this list'
	@echo 'make run        build the examples and run them on this machine: on its GPU, else on its CPU cores'
	@echo 'make test       run the tests; the last line says how many passed, failed and were skipped'
	@echo 'make test-all   and with every compiler, standard and option, sanitizers, Windows, static analysis'
	@echo 'make test-one T=test_matmul   run one program, or one target of test-all: T=asan/test_matmul'
	@echo 'make examples   build the examples into $(BUILD)/examples'
	@echo 'make cuda/prog  build prog.cu, a CUDA file, for the CPU into $(BUILD)/cuda/prog; CUDAFLAGS: further arguments'
ifneq ($(wildcard tests/prove/run),)
	@echo 'make prove      abuse it for TIME=240 seconds: inputs, faults, wrong answers and leaks (to be 0), parts skipped'
	@echo 'make soak       eight threads, two devices and faults for TIME=3600 seconds; what it holds at the end'
endif
ifneq ($(wildcard tests/bench/bench.py),)
	@echo 'make bench      measure, next to the peers that are installed'
endif
	@echo 'make install    copy gpu.h and gpu_kernels.cuh into PREFIX/include, and files for pkg-config and CMake; PREFIX=$(PREFIX)'
	@echo 'make config     show the compilers and the architectures that were found'
	@echo 'make format     set src/ by clang-format 14'
	@echo 'make bits       write tests/bits.txt anew, where the bits of results are meant to change'
	@echo 'make clean      remove $(BUILD)'
	@echo
	@echo 'CC=clang, NVCC=/path/to/nvcc (NVCC= for none), ARCH="75 86", CFLAGS, NVCCFLAGS, BUILD change what is used.'

config:
	@echo 'C compiler:   $(CC) $(or $(OPENMP),(without OpenMP))'
	@echo 'nvcc:         $(or $(strip $(NVCC)),none)'
	@echo 'cards:        $(or $(CARDS),none found)'
	@echo 'device code:  $(strip $(GENCODE))'
	@echo 'examples by:  $(if $(FOR_GPU),$(NVCC),$(CC))'

say-openmp:
	@$(if $(OPENMP),:,echo '$(CC) -fopenmp does not link here: the CPU backend runs on one thread (install libomp-dev, or use CC=gcc)')

examples: say-openmp $(PROGRAMS) $(BUILD)/examples/cuda

# Built side by side, and each run as soon as it and the one before it are there.
run: say-openmp
	+@$(MAKE) $(PARALLEL) --no-print-directory in-order

before :=
$(foreach e,$(basename $(notdir $(EXAMPLES))),$(eval run-$e: $(before))$(eval before := run-$e))
in-order: $(EXAMPLES:examples/%.cu=run-%)
run-%: $(BUILD)/examples/%
	@echo "--- $<"; ./$<

# An example is a whole program; where all of them are built, the implementation is compiled once for all.
ONCE := $(if $(filter in-order examples,$(MAKECMDGOALS)),$(patsubst tests/%.cu,$(BUILD)/examples/%.o,$(wildcard tests/implementation.cu)))
ELSEWHERE := $(if $(ONCE),-DGPU__IMPLEMENTED)
QUIETLY := $(if $(filter in-order,$(MAKECMDGOALS)),@)
$(BUILD)/examples/%: examples/%.cu $(HEADERS) $(wildcard examples/*.h) $(ONCE)
	@mkdir -p $(@D)
	$(QUIETLY)$(if $(FOR_GPU),$(NVCC_LINE) $(ELSEWHERE) -I. $< $(ONCE) -o $@,$(CC_LINE) $(ELSEWHERE) -I. -x c $< -x none $(ONCE) -o $@ -lm)
$(BUILD)/examples/implementation.o: tests/implementation.cu $(HEADERS)
	@mkdir -p $(@D)
	$(QUIETLY)$(if $(FOR_GPU),$(NVCC_LINE) -I. -c $< -o $@,$(CC_LINE) -I. -x c -c $< -o $@)

# The translator of .cu files is a C program.
$(BUILD)/examples/cuda: examples/cuda.c
	@mkdir -p $(@D)
	$(CC) -std=c99 -O2 $< -o $@
cuda/%: $(BUILD)/examples/cuda $(HEADERS)
	@mkdir -p $(dir $(BUILD)/$@)
	$(BUILD)/examples/cuda $*.cu $(CUDAFLAGS) -o $(BUILD)/$@

# Each test is a target of tests/tests.mk; a failure stops none of the others, and the sum of them tells.
TESTS = GOAL='$@' ONE='$(T)' CC='$(CC)' CXX='$(CXX)' NVCC='$(NVCC)' GENCODE='$(GENCODE)' SPLIT='$(SPLIT)' CARDS='$(CARDS)' CFLAGS='$(CFLAGS)' \
	TEST_CFLAGS='$(TEST_CFLAGS)' OPENMP='$(OPENMP)' BUILD='$(BUILD)' \
	$(MAKE) -f tests/tests.mk --no-print-directory -k
test test-all test-one: say-openmp
	+@$(TESTS) $(PARALLEL) $@ || true
	@tests/run.sh sum '$(BUILD)/tests/results/$@'

# The bits of results, where they are meant to change; rows of a GPU stay as they are on a machine without one.
bits:
	+@$(TESTS) $(PARALLEL) $(BUILD)/tests/$(if $(strip $(CARDS)),nvcc,cc)/test_bits
	$(BUILD)/tests/$(if $(strip $(CARDS)),nvcc,cc)/test_bits --child rows >$(BUILD)/bits.txt
	grep -q '@gpu ' $(BUILD)/bits.txt || grep '@gpu ' tests/bits.txt >>$(BUILD)/bits.txt || true
	mv $(BUILD)/bits.txt tests/bits.txt

ifneq ($(wildcard tests/prove/run),)
prove: say-openmp $(HEADERS)
	@CC='$(CC)' OPENMP='$(OPENMP)' BUILD='$(BUILD)' TIME='$(TIME)' tests/prove/run
soak: say-openmp $(HEADERS)
	@CC='$(CC)' OPENMP='$(OPENMP)' BUILD='$(BUILD)' TIME='$(TIME)' tests/prove/run soak
endif

ifneq ($(wildcard tests/bench/bench.py),)
bench: say-openmp
	@NVCC_LINE='$(NVCC_LINE)' CARDS='$(CARDS)' CC_LINE='$(CC) -O3 $(OPENMP)' BUILD='$(BUILD)' python3 tests/bench/bench.py
endif

# As .clang-format says, by version 14; comments stay as they are wrapped.
format:
	src/join --format
	src/join

# The two files, and for those who want them gpu.pc and a package for CMake's find_package. PREFIX and DESTDIR are names that the
# shell reads from its environment, so that any character may be in them; in sed's replacement three have a meaning.
VERSION = $(subst $() $(),.,$(shell sed -n 's/^.define GPU_VERSION_[MP][A-Z]* //p' gpu.h))
PACKAGE = share/pkgconfig/gpu.pc share/gpu/gpu-config.cmake share/gpu/gpu-config-version.cmake
install: export PREFIX := $(PREFIX)
install: export DESTDIR := $(DESTDIR)
install: $(HEADERS)
	mkdir -p "$$DESTDIR$$PREFIX/include"
	cp $(HEADERS) "$$DESTDIR$$PREFIX/include/"
ifneq ($(wildcard src/install),)
	case $$PREFIX in /*) p=$$PREFIX;; *) p=$$PWD/$$PREFIX;; esac && p=$$(printf '%s\n' "$$p" | sed 's/[&|\\]/\\&/g') && \
	for f in $(PACKAGE); do mkdir -p "$$DESTDIR$$PREFIX/$${f%/*}" && \
	sed "s|@PREFIX@|$$p|; s|@VERSION@|$(VERSION)|" "src/install/$${f##*/}" >"$$DESTDIR$$PREFIX/$$f" || exit; done
endif

clean:
	rm -rf '$(BUILD)'

.PHONY: help config say-openmp examples run in-order test test-all test-one bits prove soak bench format install clean
