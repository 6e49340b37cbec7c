#!/bin/bash
export GPU_QUIET=1
N="nvcc -O3 -std=c++17 -Xcompiler -O3,-fopenmp --split-compile=0"
B=/tmp/bb; mkdir -p $B
t() { /usr/bin/time -f "$1 %U user %e wall" "${@:2}"; }
( t oldmm $N -arch=sm_90a -I.dev/old tests/bench/matmul.cu -o $B/mm_old -lcublas ) 2>$OUT/c1 &
( t newmm $N -arch=sm_90a -I.dev/mm tests/bench/matmul.cu -o $B/mm_new -lcublas ) 2>$OUT/c2 &
( t tmm $N -arch=sm_90a -I.dev/mm .dev/mm/tests/test_matmul.cu -o $B/test_mm ) 2>$OUT/c3 &
( gcc -O3 -fopenmp -I.dev/old -x c tests/bench/barriers.cu -o $B/bar_old -lm; gcc -O3 -fopenmp -I. -x c tests/bench/barriers.cu -o $B/bar_new -lm ) 2>$OUT/c4 &
( $N -arch=sm_90 -I. tests/bench/broadcast.cu -o $B/bc ) 2>$OUT/c5 &
( $N -arch=sm_90 -I. tests/test_faults.cu tests/implementation.cu -o $B/tf ) 2>$OUT/c6 &
( $N -arch=sm_90 -I. tests/test_simulator.cu -o $B/ts ) 2>$OUT/c7 &
( $N -O1 -arch=sm_90 -I. tests/test_prewritten*.cu tests/library.cu -o $B/tp ) 2>$OUT/c8 &
wait
cat $OUT/c?
for x in tf ts tp test_mm; do echo "== $x"; timeout 120 $B/$x 2>&1 | grep -v "^skipped\|prints 42" | tail -8; done
echo "== barriers old"; GPU_DEVICE=cpu $B/bar_old; echo "== new"; GPU_DEVICE=cpu $B/bar_new; GPU_DEVICE=cpu GPU_THREADS=1 $B/bar_new
echo "== broadcast"; timeout 60 $B/bc | tail -30
timeout 150 $B/mm_old >$OUT/old; timeout 150 $B/mm_new > $OUT/new
python3 - <<'P'
import os
def rd(f):
    d={}
    for l in open(os.environ['OUT']+'/'+f):
        w=l.split()
        if len(w)>=3: d[(w[0],' '.join(w[1:-2]))]=(float(w[-2]),w[-1])
    return d
a,b=rd('old'),rd('new')
for k in b:
    if k in a and 'cublas' not in k[0].lower(): print(k, a[k], b[k], '%.3f'%(b[k][0]/a[k][0]))
P
