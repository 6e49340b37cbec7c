export PATH=$PATH:/usr/local/cuda/bin
(time timeout 330 make test -j16) > $OUT/test.log 2>&1
tail -3 $OUT/test.log; grep -n "FAILED" $OUT/test.log | head -20
nvcc -O3 -std=c++17 -arch=sm_90 -Xcompiler -fopenmp -I. tests/bench/broadcast.cu -o $OUT/bc > $OUT/bc.log 2>&1 && timeout 60 $OUT/bc > $OUT/broadcast.txt 2>&1; tail -30 $OUT/broadcast.txt; rm -f $OUT/bc
nvcc -O3 -std=c++17 -arch=sm_90 -Xcompiler -fopenmp -I. tests/bench/barriers.cu -o $OUT/ba > $OUT/ba.log 2>&1 && GPU_DEVICE=cpu timeout 40 $OUT/ba > $OUT/barriers.txt 2>&1; tail -20 $OUT/barriers.txt; rm -f $OUT/ba
