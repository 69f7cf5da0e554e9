# What servers need: loading in order, memory as it is needed, no monitor that counts the cache.
$ gb10 env serve --root $ROOTS/launch-environments --env /home/owner/servers/.venv
\# gb10 env serve, for /home/owner/servers/.venv
\# jax.memory-as-needed: jaxlib 0.8.0 takes 75 % of the memory at its first use of the GPU, here from
\# Linux and all other programs as well
export XLA_PYTHON_CLIENT_PREALLOCATE=false
\# ray.memory-monitor-off: Ray 2.50.0 counts page cache and the GPU's memory as used and kills vLLM's
\# workers at 95 % (reported); read only where Ray is started, on every node
export RAY_memory_monitor_refresh_ms=0
\# tensorrt-llm.weights-one-by-one: TensorRT-LLM 1.2.0 loads weights in parallel, which doubles the
\# peak on memory that CPU and GPU share: big models are killed while they load (reported)
export TRT_LLM_DISABLE_LOAD_WEIGHTS_IN_PARALLEL=1
$ gb10 env serve --explain --root $ROOTS/launch-environments --env /home/owner/servers/.venv
serve: 3 variables  (/home/owner/servers/.venv)
  set         XLA_PYTHON_CLIENT_PREALLOCATE=false
              jax.memory-as-needed: jaxlib 0.8.0 takes 75 % of the memory at its first use of the
              GPU, here from Linux and all other programs as well
  set         RAY_memory_monitor_refresh_ms=0
              ray.memory-monitor-off: Ray 2.50.0 counts page cache and the GPU's memory as used and
              kills vLLM's workers at 95 % (reported); read only where Ray is started, on every node
  set         TRT_LLM_DISABLE_LOAD_WEIGHTS_IN_PARALLEL=1
              tensorrt-llm.weights-one-by-one: TensorRT-LLM 1.2.0 loads weights in parallel, which
              doubles the peak on memory that CPU and GPU share: big models are killed while they
              load (reported)
  not needed  torch.capability-warning, torch.inductor-cache: torch is not installed
              transformers.sdpa-for-broken-flash-attn, transformers.sdpa-for-flash-attn:
              transformers is not installed
              triton.ptxas-for-blackwell: triton is not installed
  never       cuda.library-path: PyTorch's wheels find their own CUDA libraries; a path for all
              makes other programs load the wrong ones
              vllm.mxfp4-switch: vLLM 0.23.0 chooses its MXFP4 kernels by itself; switches for
              FlashInfer's are reported to end in 'MXFP4 grouped gemm is not supported on this
              device'
