# A build gets as many compilers as there is memory for, and a budget; what the caller set stays.
native
env MAX_JOBS=3
$ gb10 run --build -- sh -c 'echo $MAX_JOBS $NVCC_THREADS'
3 1
gb10: … cores: … available, 9.0 GiB for each, … kept free; nobody has told what one takes here, so it is what one of CUDA's takes (reported)
gb10: set CMAKE_BUILD_PARALLEL_LEVEL=… MAKEFLAGS=-j… NVCC_THREADS=1 FLASHINFER_NVCC_THREADS=1
gb10: left as you have it MAX_JOBS=3
$ gb10 run --build --detach -- true
gb10: --build does not go with --detach
? 125
$ gb10 run --build --profile build -- sh -c 'echo $MAX_JOBS'
3
gb10: … cores: … available, 9.0 GiB for each, … kept free; nobody has told what one takes here, so it is what one of CUDA's takes (reported)
gb10: set CMAKE_BUILD_PARALLEL_LEVEL=… MAKEFLAGS=-j… NVCC_THREADS=1 FLASHINFER_NVCC_THREADS=1
gb10: left as you have it MAX_JOBS=3
