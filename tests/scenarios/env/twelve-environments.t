# Twelve environments: what each needs, line by line with its reason, and nothing else.
$ gb10 env train --root $ROOTS/launch-environments --env /home/owner/torch-2.9/.venv
\# gb10 env train, for /home/owner/torch-2.9/.venv
\# torch.inductor-cache: torch 2.9.1+cu128 keeps what it compiled below /tmp, which a reboot empties;
\# the same code is then compiled again
export TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
\# triton.ptxas-for-blackwell: Triton 3.5.1 brings only ptxas 12.8.93, which does not know sm_121a
\# (12.9 does); /usr/local/cuda/bin/ptxas is 13.0.88
export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
\# torch.capability-warning: torch 2.9.1+cu128 warns of capability 12.1, for which its code for 12.0
\# is good; that one warning is left out; no variable can do that, gb10 run --profile train --
\# COMMAND does
\# 1 warning: gb10 env train --explain
$ gb10 env train --root $ROOTS/launch-environments --env /home/owner/torch-2.10/.venv
\# gb10 env train, for /home/owner/torch-2.10/.venv
\# torch.inductor-cache: torch 2.10.0+cu130 keeps what it compiled below /tmp, which a reboot
\# empties; the same code is then compiled again
export TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
\# transformer-engine.nvfp4-switches: Transformer Engine 2.10.0 stops in the Hadamard transform and
\# returns zeros for stochastically rounded gradients on a GB10; only NVFP4 recipes read the two
export NVTE_NVFP4_DISABLE_RHT=1
export NVTE_NVFP4_DISABLE_STOCHASTIC_ROUNDING=1
\# torch.capability-warning: torch 2.10.0+cu130 warns of capability 12.1, for which its code for 12.0
\# is good; that one warning is left out; no variable can do that, gb10 run --profile train --
\# COMMAND does
\# transformer-engine.nvfp4-recipe: Transformer Engine 2.10.0 takes a recipe's own arguments before
\# its variables; one that turns the failing steps on again is refused instead of training on zeros;
\# no variable can do that, gb10 run --profile train -- COMMAND does
$ gb10 env train --root $ROOTS/launch-environments --env /home/owner/torch-2.11/.venv
\# gb10 env train, for /home/owner/torch-2.11/.venv
\# torch.inductor-cache: torch 2.11.0+cu130 keeps what it compiled below /tmp, which a reboot
\# empties; the same code is then compiled again
export TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
\# transformer-engine.nvfp4-switches: Transformer Engine 2.16.0 stops in the Hadamard transform and
\# returns zeros for stochastically rounded gradients on a GB10; only NVFP4 recipes read the two
export NVTE_NVFP4_DISABLE_RHT=1
export NVTE_NVFP4_DISABLE_STOCHASTIC_ROUNDING=1
\# transformer-engine.nvfp4-recipe: Transformer Engine 2.16.0 takes a recipe's own arguments before
\# its variables; one that turns the failing steps on again is refused instead of training on zeros;
\# no variable can do that, gb10 run --profile train -- COMMAND does
$ gb10 env train --root $ROOTS/launch-environments --env /home/owner/torch-2.12/.venv
\# gb10 env train, for /home/owner/torch-2.12/.venv
\# torch.inductor-cache: torch 2.12.0+cu130 keeps what it compiled below /tmp, which a reboot
\# empties; the same code is then compiled again
export TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
\# transformer-engine.nvfp4-switches: Transformer Engine 2.18.0 stops in the Hadamard transform and
\# returns zeros for stochastically rounded gradients on a GB10; only NVFP4 recipes read the two
export NVTE_NVFP4_DISABLE_RHT=1
export NVTE_NVFP4_DISABLE_STOCHASTIC_ROUNDING=1
\# transformer-engine.nvfp4-recipe: Transformer Engine 2.18.0 takes a recipe's own arguments before
\# its variables; one that turns the failing steps on again is refused instead of training on zeros;
\# no variable can do that, gb10 run --profile train -- COMMAND does
$ gb10 env train --root $ROOTS/launch-environments --env /home/owner/torch-2.14/.venv
\# gb10 env train, for /home/owner/torch-2.14/.venv
\# torch.inductor-cache: torch 2.14.0+cu130 keeps what it compiled below /tmp, which a reboot
\# empties; the same code is then compiled again
export TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
$ gb10 env train --root $ROOTS/launch-environments --env /home/owner/liger/.venv
\# gb10 env train, for /home/owner/liger/.venv
\# torch.inductor-cache: torch 2.11.0+cu130 keeps what it compiled below /tmp, which a reboot
\# empties; the same code is then compiled again
export TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
\# liger.loss-outside-graph: Liger 0.8.2 gives another loss when compiled and a target is ignored
\# (21.40 became 61.73, reported); outside of the graph it is the uncompiled one; no variable can do
\# that, gb10 run --profile train -- COMMAND does
\# transformers.sdpa-for-flash-attn: Transformers 5.1.0 without flash-attn stops at
\# flash_attention_2, or fetches a kernel from the Hub; sdpa is taken for it; no variable can do
\# that, gb10 run --profile train -- COMMAND does
$ gb10 env train --root $ROOTS/launch-environments --env /home/owner/flash-attn-cuda12/.venv
\# gb10 env train, for /home/owner/flash-attn-cuda12/.venv
\# torch.inductor-cache: torch 2.11.0+cu130 keeps what it compiled below /tmp, which a reboot
\# empties; the same code is then compiled again
export TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
\# transformers.sdpa-for-broken-flash-attn: flash_attn_2_cuda.so (flash-attn 2.7.4) needs
\# libcudart.so.12, which is nowhere here: flash-attn cannot load, and sdpa is taken for
\# flash_attention_2; no variable can do that, gb10 run --profile train -- COMMAND does
$ gb10 env train --root $ROOTS/launch-environments --env /home/owner/flash-attn-cuda13/.venv
\# gb10 env train, for /home/owner/flash-attn-cuda13/.venv
\# torch.inductor-cache: torch 2.11.0+cu130 keeps what it compiled below /tmp, which a reboot
\# empties; the same code is then compiled again
export TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
$ gb10 env train --root $ROOTS/launch-environments --env /home/owner/not-known/.venv
\# gb10 env train, for /home/owner/not-known/.venv
\# nothing to set; gb10 env train --explain says why
$ gb10 env train --root $ROOTS/launch-environments --env /home/owner/newer/.venv
\# gb10 env train, for /home/owner/newer/.venv
\# torch.inductor-cache: torch 2.16.0a0+git7 keeps what it compiled below /tmp, which a reboot
\# empties; the same code is then compiled again
export TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
$ gb10 env train --root $ROOTS/launch-environments --env /home/owner/empty/.venv
\# gb10 env train, for /home/owner/empty/.venv
\# nothing to set; gb10 env train --explain says why
$ gb10 env train --root $ROOTS/launch-environments --env /home/owner/dangling/.venv
\# gb10 env train, for /home/owner/dangling/.venv
\# torch.inductor-cache: torch 2.9.1+cu130 keeps what it compiled below /tmp, which a reboot empties;
\# the same code is then compiled again
export TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
\# triton.ptxas-for-blackwell: Triton 3.5.0 brings only ptxas 12.8.93, which does not know sm_121a
\# (12.9 does); /usr/local/cuda/bin/ptxas is 13.0.88
export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
\# torch.capability-warning: torch 2.9.1+cu130 warns of capability 12.1, for which its code for 12.0
\# is good; that one warning is left out; no variable can do that, gb10 run --profile train --
\# COMMAND does
\# 1 warning: gb10 env train --explain
