# An environment in which nothing is wrong: no word of fault, exit 0.
$ gb10 audit /home/owner/healthy/.venv --root $ROOTS/audit-environments
nothing here is kept from loading (7 packages)
  for             NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64
  looked at       /home/owner/healthy/.venv; 7 libraries, nothing imported

  compiled        sgl-kernel 0.3.9  the driver compiles compute_90 at the first start
  runs            flash-attn 2.8.3  sm_120 code, valid on 12.1
  runs            nvidia-cublas 13.1.0.3  sm_120f code, valid on 12.1; 1 module for other GPUs
  runs            torch 2.9.0+cu130  sm_120 code, valid on 12.1
  no GPU code     numpy 2.3.1
  no GPU code     nvidia-cuda-runtime 13.0.96
  no GPU code     six 1.17.0
$ gb10 audit /home/owner/healthy/.venv/ --root $ROOTS/audit-environments --all
nothing here is kept from loading (7 packages)
  for             NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64
  looked at       /home/owner/healthy/.venv; 7 libraries, nothing imported

  compiled        sgl-kernel 0.3.9  the driver compiles compute_90 at the first start
  runs            flash-attn 2.8.3  sm_120 code, valid on 12.1
  runs            nvidia-cublas 13.1.0.3  sm_120f code, valid on 12.1; 1 module for other GPUs
  runs            torch 2.9.0+cu130  sm_120 code, valid on 12.1
  no GPU code     numpy 2.3.1
  no GPU code     nvidia-cuda-runtime 13.0.96
  no GPU code     six 1.17.0
$ gb10 audit /home/owner/../owner/healthy/.venv --root $ROOTS/audit-environments --target gb10
nothing here is kept from loading (7 packages)
  for             NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented
  looked at       /home/owner/healthy/.venv; 7 libraries, nothing imported

  compiled        sgl-kernel 0.3.9  the driver compiles compute_90 at the first start
  runs            flash-attn 2.8.3  sm_120 code, valid on 12.1
  runs            nvidia-cublas 13.1.0.3  sm_120f code, valid on 12.1; 1 module for other GPUs
  runs            torch 2.9.0+cu130  sm_120 code, valid on 12.1
  no GPU code     numpy 2.3.1
  no GPU code     nvidia-cuda-runtime 13.0.96
  no GPU code     six 1.17.0
  not known       the target's own libraries are not seen: only those of CUDA are looked for
$ gb10 audit --python /home/owner/healthy/.venv/bin/python3 --root $ROOTS/audit-environments --markdown
**nothing here is kept from loading (7 packages)**

For NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64; 7 libraries, nothing imported.

| what | verdict | why |
|---|---|---|
| sgl-kernel 0.3.9 | jit | the driver compiles compute_90 at the first start |
| flash-attn 2.8.3 | runs | sm_120 code, valid on 12.1 |
| nvidia-cublas 13.1.0.3 | runs | sm_120f code, valid on 12.1; 1 module for other GPUs |
| torch 2.9.0+cu130 | runs | sm_120 code, valid on 12.1 |

3 packages without GPU code.
