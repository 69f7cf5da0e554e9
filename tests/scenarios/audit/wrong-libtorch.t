# An extension for another torch, one for other GPUs, and one of which a part is.
$ gb10 audit /home/owner/wrong-libtorch/.venv --root $ROOTS/audit-environments
2 of 6 packages cannot load, 1 in part without code for this GPU
  for             NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64
  looked at       /home/owner/wrong-libtorch/.venv; 7 libraries, nothing imported

  cannot load     flash-attn 2.7.0  has code for sm_120
                  flash_attn_2_cuda.so: wants 1 symbol that torch 2.9.0+cu130 does not have, such as
                  c10::warn()
                  do  in the activated venv:
                        uv pip uninstall flash-attn
                      in your script or its options: attn_implementation="sdpa"
                      if nothing else goes: a community wheel for cu130 and ARM that fits your torch
                      and Python exactly
                  gb10 compat flash-attn
  cannot load     hopper-only 1.0
                  hopper_only/_C.so: has code for sm_90a only
  partly          half-new 1.0  sm_120 code, valid on 12.1
                  half_new/_C.so: 1 of 2 modules have no code for this GPU: sm_80 sm_90
  runs            nvidia-cublas 13.1.0.3  sm_120f code, valid on 12.1; 1 module for other GPUs
  runs            torch 2.9.0+cu130  sm_120 code, valid on 12.1
  no GPU code     nvidia-cuda-runtime 13.0.96
? 1
$ gb10 audit /home/owner/wrong-libtorch/.venv --root $ROOTS/audit-environments --target sm_90
1 of 6 packages cannot load
  for             a GPU of compute capability 9.0 (CUDA 13.0), aarch64
  looked at       /home/owner/wrong-libtorch/.venv; 7 libraries, nothing imported

  cannot load     flash-attn 2.7.0
                  flash_attn_2_cuda.so: wants 1 symbol that torch 2.9.0+cu130 does not have, such as
                  c10::warn()
                  flash_attn_2_cuda.so: has code for sm_120 only
                  do  in the activated venv:
                        uv pip uninstall flash-attn
                      in your script or its options: attn_implementation="sdpa"
                      if nothing else goes: a community wheel for cu130 and ARM that fits your torch
                      and Python exactly
                  gb10 compat flash-attn
  runs            half-new 1.0  sm_90 code; 1 module for other GPUs
  runs            hopper-only 1.0  sm_90a code
  runs            nvidia-cublas 13.1.0.3  sm_90a code; 1 module for other GPUs
  runs            torch 2.9.0+cu130  sm_90 code
  no GPU code     nvidia-cuda-runtime 13.0.96
? 1
