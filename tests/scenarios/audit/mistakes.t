# What cannot be audited is said in one clause, with exit code 2.
$ gb10 audit
gb10: no environment is active
hint: gb10 audit .venv, or any library, wheel, folder, image or requirements file
? 2
$ gb10 audit /home/owner/nowhere --root $ROOTS/audit-environments
gb10: cannot look at /home/owner/nowhere: no such file or directory
? 2
$ gb10 audit /home/owner/broken/notes --root $ROOTS/audit-environments
gb10: /home/owner/broken/notes is no ELF file, cubin, fatbin or static library
hint: gb10 audit --help lists what can be audited
? 2
$ gb10 audit /home/owner/broken/good.so --python /x/bin/python3 --root $ROOTS/audit-environments
gb10: --python and PATH exclude each other
hint: name one of them
? 2
$ gb10 audit /home/owner/broken/notes /home/owner/broken/good.so --root $ROOTS/audit-environments
/home/owner/broken/good.so runs
  for             NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64
  looked at       /home/owner/broken/good.so; 1 library, nothing imported

  runs            /home/owner/broken/good.so  sm_121 code
gb10: /home/owner/broken/notes is no ELF file, cubin, fatbin or static library
hint: gb10 audit --help lists what can be audited
? 2
$ gb10 audit $ROOT/lib.so
gb10: cannot look at $ROOT/lib.so: no such file or directory
? 2
-- lib.so --
words
-- end --
$ gb10 audit $ROOT/lib.so
gb10: $ROOT/lib.so is no ELF file, cubin, fatbin or static library
hint: gb10 audit --help lists what can be audited
? 2
env VIRTUAL_ENV=/home/owner/cpu-torch/.venv
$ gb10 audit --root $ROOTS/audit-environments
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
env VIRTUAL_ENV=/nowhere
$ gb10 audit --root $ROOTS/audit-environments
gb10: cannot look at /nowhere: no such file or directory
? 2
