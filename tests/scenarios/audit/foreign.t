# A package built for another processor; --verify holds its files against its RECORD.
$ gb10 audit /home/owner/foreign/.venv --root $ROOTS/audit-environments
xformers 0.0.33 cannot load
  for             NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64
  looked at       /home/owner/foreign/.venv; 1 library, nothing imported

  cannot load     xformers 0.0.33  has code for sm_120
                  xformers/_C.so: is built for x86_64, this is aarch64
                  do  in the activated environment:
                        uv pip install --reinstall xformers
                        # takes the build for this machine, where there is one
                  gb10 compat xformers
? 1
$ gb10 audit /home/owner/foreign/.venv --root $ROOTS/audit-environments --verify
xformers 0.0.33 cannot load
  for             NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64
  looked at       /home/owner/foreign/.venv; 1 library, nothing imported

  cannot load     xformers 0.0.33  has code for sm_120
                  xformers/_C.so: has 3214 bytes, RECORD says 3
                  xformers/gone.py: is listed in RECORD and not there
                  xformers/_C.so: is built for x86_64, this is aarch64
                  do  in the activated environment:
                        uv pip install --reinstall xformers
                        # takes the build for this machine, where there is one
                  gb10 compat xformers
  note            1 file held against RECORD by SHA-256
? 1
