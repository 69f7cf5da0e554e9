# The same variables for every reader.
$ gb10 env serve --format sh --root $ROOTS/launch-environments --env /home/owner/torch-2.9/.venv
\# gb10 env serve, for /home/owner/torch-2.9/.venv
\# torch.inductor-cache: torch 2.9.1+cu128 keeps what it compiled below /tmp, which a reboot empties;
\# the same code is then compiled again
export TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
\# triton.ptxas-for-blackwell: Triton 3.5.1 brings only ptxas 12.8.93, which does not know sm_121a
\# (12.9 does); /usr/local/cuda/bin/ptxas is 13.0.88
export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
\# torch.capability-warning: torch 2.9.1+cu128 warns of capability 12.1, for which its code for 12.0
\# is good; that one warning is left out; no variable can do that, gb10 run --profile serve --
\# COMMAND does
\# 1 warning: gb10 env serve --explain
$ gb10 env serve --format fish --root $ROOTS/launch-environments --env /home/owner/torch-2.9/.venv
\# gb10 env serve, for /home/owner/torch-2.9/.venv
\# torch.inductor-cache: torch 2.9.1+cu128 keeps what it compiled below /tmp, which a reboot empties;
\# the same code is then compiled again
set -gx TORCHINDUCTOR_CACHE_DIR /home/owner/.cache/torchinductor
\# triton.ptxas-for-blackwell: Triton 3.5.1 brings only ptxas 12.8.93, which does not know sm_121a
\# (12.9 does); /usr/local/cuda/bin/ptxas is 13.0.88
set -gx TRITON_PTXAS_PATH /usr/local/cuda/bin/ptxas
\# torch.capability-warning: torch 2.9.1+cu128 warns of capability 12.1, for which its code for 12.0
\# is good; that one warning is left out; no variable can do that, gb10 run --profile serve --
\# COMMAND does
\# 1 warning: gb10 env serve --explain
$ gb10 env serve --format dotenv --root $ROOTS/launch-environments --env /home/owner/torch-2.9/.venv
\# gb10 env serve, for /home/owner/torch-2.9/.venv
\# torch.inductor-cache: torch 2.9.1+cu128 keeps what it compiled below /tmp, which a reboot empties;
\# the same code is then compiled again
TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
\# triton.ptxas-for-blackwell: Triton 3.5.1 brings only ptxas 12.8.93, which does not know sm_121a
\# (12.9 does); /usr/local/cuda/bin/ptxas is 13.0.88
TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
\# torch.capability-warning: torch 2.9.1+cu128 warns of capability 12.1, for which its code for 12.0
\# is good; that one warning is left out; no variable can do that, gb10 run --profile serve --
\# COMMAND does
\# 1 warning: gb10 env serve --explain
$ gb10 env serve --format docker --root $ROOTS/launch-environments --env /home/owner/torch-2.9/.venv
\# gb10 env serve, for /home/owner/torch-2.9/.venv
\# torch.inductor-cache: torch 2.9.1+cu128 keeps what it compiled below /tmp, which a reboot empties;
\# the same code is then compiled again
TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
\# triton.ptxas-for-blackwell: Triton 3.5.1 brings only ptxas 12.8.93, which does not know sm_121a
\# (12.9 does); /usr/local/cuda/bin/ptxas is 13.0.88
TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
\# torch.capability-warning: torch 2.9.1+cu128 warns of capability 12.1, for which its code for 12.0
\# is good; that one warning is left out; no variable can do that, gb10 run --profile serve --
\# COMMAND does
\# 1 warning: gb10 env serve --explain
$ gb10 env serve --format systemd --root $ROOTS/launch-environments --env /home/owner/torch-2.9/.venv
\# gb10 env serve, for /home/owner/torch-2.9/.venv
[Service]
\# torch.inductor-cache: torch 2.9.1+cu128 keeps what it compiled below /tmp, which a reboot empties;
\# the same code is then compiled again
Environment="TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor"
\# triton.ptxas-for-blackwell: Triton 3.5.1 brings only ptxas 12.8.93, which does not know sm_121a
\# (12.9 does); /usr/local/cuda/bin/ptxas is 13.0.88
Environment="TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas"
\# torch.capability-warning: torch 2.9.1+cu128 warns of capability 12.1, for which its code for 12.0
\# is good; that one warning is left out; no variable can do that, gb10 run --profile serve --
\# COMMAND does
\# 1 warning: gb10 env serve --explain
$ gb10 env serve --format uv --root $ROOTS/launch-environments --env /home/owner/torch-2.9/.venv
\# gb10 env serve, for /home/owner/torch-2.9/.venv
\# torch.inductor-cache: torch 2.9.1+cu128 keeps what it compiled below /tmp, which a reboot empties;
\# the same code is then compiled again
TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
\# triton.ptxas-for-blackwell: Triton 3.5.1 brings only ptxas 12.8.93, which does not know sm_121a
\# (12.9 does); /usr/local/cuda/bin/ptxas is 13.0.88
TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
\# torch.capability-warning: torch 2.9.1+cu128 warns of capability 12.1, for which its code for 12.0
\# is good; that one warning is left out; no variable can do that, gb10 run --profile serve --
\# COMMAND does
\# 1 warning: gb10 env serve --explain
