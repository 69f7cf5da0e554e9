# What may change results is set where it is asked for by its name, or by what stands behind the dot.
$ gb10 env train --with torch.tf32 --with max-autotune-gemm --root $ROOTS/launch-environments --env /home/owner/torch-2.12/.venv
\# gb10 env train, for /home/owner/torch-2.12/.venv
\# torch.inductor-cache: torch 2.12.0+cu130 keeps what it compiled below /tmp, which a reboot
\# empties; the same code is then compiled again
export TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
\# torch.max-autotune-gemm: the search costs minutes at each new shape; on a GB10 it is reported as
\# wasted, and below 68 SMs Triton's kernels are not among the candidates (torch.inductor-big-gpu);
\# may change results
export TORCHINDUCTOR_MAX_AUTOTUNE_GEMM=1
\# torch.tf32: matrices of float32 are multiplied with 10 bits of fraction, as
\# set_float32_matmul_precision ("high") does; what is in BF16 already gains nothing; may change
\# results
export TORCH_ALLOW_TF32_CUBLAS_OVERRIDE=1
\# transformer-engine.nvfp4-switches: Transformer Engine 2.18.0 stops in the Hadamard transform and
\# returns zeros for stochastically rounded gradients on a GB10; only NVFP4 recipes read the two
export NVTE_NVFP4_DISABLE_RHT=1
export NVTE_NVFP4_DISABLE_STOCHASTIC_ROUNDING=1
\# transformer-engine.nvfp4-recipe: Transformer Engine 2.18.0 takes a recipe's own arguments before
\# its variables; one that turns the failing steps on again is refused instead of training on zeros;
\# no variable can do that, gb10 run --profile train -- COMMAND does
$ gb10 env train --with tf23 --root $ROOTS/launch-environments --env /home/owner/torch-2.12/.venv
gb10: train has no fix on request that is called "tf23"
hint: there are torch.capture-scalar-outputs, torch.inductor-big-gpu, torch.max-autotune-gemm, torch.tf32
? 2
$ gb10 env build --with torch.tf32 --root $ROOTS/launch-environments --env /home/owner/torch-2.12/.venv
gb10: build has no fix on request that is called "torch.tf32"
hint: it has none
? 2
