# A wheel for CUDA 12 beside a torch for CUDA 13: told with the file, the danger and the remedy.
$ gb10 audit /home/owner/cuda12/.venv --root $ROOTS/audit-environments
1 of 5 packages cannot load
  for             NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64
  looked at       /home/owner/cuda12/.venv; 6 libraries, nothing imported

  cannot load     vllm 0.12.0  has code for sm_120
                  vllm/_C.abi3.so: wants libcudart.so.12; torch here is built for CUDA 13
                  do  in a venv or conda environment (else make one with uv venv):
                        uv pip install 'vllm>=0.27.1' --torch-backend=cu130
                        # then run gb10 doctor: flashinfer-cubin and flashinfer-jit-cache may no
                        # longer fit
                      vllm serve with --gpu-memory-utilization 0.80 to 0.85
                  gb10 compat vllm
  runs            nvidia-cublas 13.1.0.3  sm_120f code, valid on 12.1; 1 module for other GPUs
  runs            torch 2.9.0+cu130  sm_120 code, valid on 12.1
  no GPU code     nvidia-cuda-runtime 13.0.96
  no GPU code     nvidia-cuda-runtime-cu12 12.8.90
  danger          two generations of CUDA in one environment: CUDA 12 (nvidia-cuda-runtime-cu12
                  12.8.90), CUDA 13 (nvidia-cublas 13.1.0.3)
? 1
$ gb10 audit /home/owner/cuda12/.venv --root $ROOTS/audit-environments --markdown
**1 of 5 packages cannot load**

For NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64; 6 libraries, nothing imported.

| what | verdict | why |
|---|---|---|
| vllm 0.12.0 | cannot-load | has code for sm_120<br>vllm/_C.abi3.so: wants libcudart.so.12; torch here is built for CUDA 13 |
| nvidia-cublas 13.1.0.3 | runs | sm_120f code, valid on 12.1; 1 module for other GPUs |
| torch 2.9.0+cu130 | runs | sm_120 code, valid on 12.1 |

2 packages without GPU code.

vllm 0.12.0:

- in a venv or conda environment (else make one with uv venv): `uv pip install 'vllm>=0.27.1' --torch-backend=cu130` (then run gb10 doctor: flashinfer-cubin and flashinfer-jit-cache may no longer fit)
- vllm serve with --gpu-memory-utilization 0.80 to 0.85

- two generations of CUDA in one environment: CUDA 12 (nvidia-cuda-runtime-cu12 12.8.90), CUDA 13 (nvidia-cublas 13.1.0.3)
? 1
