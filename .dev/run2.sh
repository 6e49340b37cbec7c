export PATH=$PATH:/usr/local/cuda/bin
(for t in test_cuda_functions test_faults test_prewritten test_simulator; do make test-one T=nvcc/$t; done) > $OUT/test.log 2>&1
grep -v "^ *skipped" $OUT/test.log | cut -c1-200 | tail -40
