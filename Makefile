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

CFLAGS    ?= -O3
NVCCFLAGS ?= -O3 -Xcompiler -O3

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
# No card: the first architecture of each generation from sm_75 on, since later members of a generation run its code,
# and PTX for generations to come.
TARGETS := $(filter 75 %0,$(filter-out 50 60 70,$(KNOWN)))
PTX := $(NEWEST)
else ifneq ($(TARGETS),$(CARDS))
PTX := $(NEWEST)
endif
else
TARGETS := $(ARCH)
endif
GENCODE := $(foreach a,$(TARGETS),-gencode arch=compute_$(a),code=sm_$(a)) \
	$(foreach a,$(PTX),-gencode arch=compute_$(a),code=compute_$(a))
# Without a card the tests run on the fallback, whatever the device code is, so the oldest architecture and its PTX do.
ifeq ($(strip $(ARCH)$(CARDS)),)
TEST_GENCODE := $(foreach a,$(firstword $(TARGETS)),-gencode arch=compute_$(a),code=[sm_$(a),compute_$(a)])
else
TEST_GENCODE := $(GENCODE)
endif
NVCC_LINE = $(NVCC) -std=c++17 $(NVCCFLAGS) $(addprefix -Xcompiler ,$(OPENMP)) $(GENCODE)
endif

# -x c holds for every file after it, objects and all: -x none ends it.
CC_LINE = $(CC) -std=c99 $(CFLAGS) $(OPENMP)
HEADERS := gpu.h gpu_kernels.cuh
EXAMPLES := $(sort $(wildcard examples/[0-9]*.cu))
PROGRAMS := $(EXAMPLES:%.cu=$(BUILD)/%)

help:
	@echo 'make run        build the examples and run them on this machine: on its GPU, else on its CPU cores'
	@echo 'make test       run all tests; the last line says how many passed, failed and were skipped'
	@echo 'make examples   build the examples into $(BUILD)/examples'
ifneq ($(wildcard tests/bench/run),)
	@echo 'make bench      measure, next to the peers that are installed'
endif
	@echo 'make install    copy gpu.h and gpu_kernels.cuh into PREFIX/include; PREFIX=$(PREFIX)'
	@echo 'make config     show the compilers and the architectures that were found'
	@echo 'make clean      remove $(BUILD)'
	@echo
	@echo 'CC=clang, NVCC=/path/to/nvcc (NVCC= for none), ARCH="75 86", CFLAGS, NVCCFLAGS, BUILD change what is used.'

config:
	@echo 'C compiler:   $(CC) $(or $(OPENMP),(without OpenMP))'
	@echo 'nvcc:         $(or $(strip $(NVCC)),none)'
	@echo 'cards:        $(or $(CARDS),none found)'
	@echo 'device code:  $(strip $(GENCODE))'
	@echo 'for tests:    $(strip $(TEST_GENCODE))'

say-openmp:
	@$(if $(OPENMP),:,echo '$(CC) -fopenmp does not link here: the CPU backend runs on one thread (install libomp-dev, or use CC=gcc)')

examples: say-openmp $(PROGRAMS)

run: say-openmp $(PROGRAMS)
	@for program in $(PROGRAMS); do echo "--- $$program"; ./$$program || exit 1; done

$(BUILD)/examples/%: examples/%.cu $(HEADERS)
	@mkdir -p $(@D)
	$(if $(strip $(NVCC)),$(NVCC_LINE) -I. $< -o $@,$(CC_LINE) -I. -x c $< -x none -o $@ -lm)

test: say-openmp
	@CC='$(CC)' CXX='$(CXX)' NVCC='$(NVCC)' GENCODE='$(TEST_GENCODE)' OPENMP='$(OPENMP)' BUILD='$(BUILD)/tests' MAKE='$(MAKE)' tests/run.sh

ifneq ($(wildcard tests/bench/run),)
bench: say-openmp
	@NVCC_LINE='$(NVCC_LINE)' CC_LINE='$(CC_LINE)' tests/bench/run
endif

install:
	mkdir -p '$(DESTDIR)$(PREFIX)/include'
	cp $(HEADERS) '$(DESTDIR)$(PREFIX)/include/'

clean:
	rm -rf '$(BUILD)'

.PHONY: help config say-openmp examples run test bench install clean
