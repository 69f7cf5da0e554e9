# A torch without CUDA loads, and does not use the GPU.
$ gb10 audit /home/owner/cpu-torch/.venv --root $ROOTS/audit-environments
torch 2.9.0 runs on the CPU only
  for             NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64
  looked at       /home/owner/cpu-torch/.venv; 1 library, nothing imported

  CPU only        torch 2.9.0
                  is a build without CUDA
                  do  in a venv or conda environment (else make one with uv venv):
                        uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130
                      or with pip, in the activated environment:
                        pip install --force-reinstall torch torchvision torchaudio --index-url https://download.pytorch.org/whl/cu130
                      after every further install:
                        python3 -c "import torch; print(torch.__version__, torch.version.cuda)"
                        # 13.0, not None
                  gb10 compat pytorch
