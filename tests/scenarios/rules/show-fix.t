# A fix of gb10 env by its name.
$ gb10 show triton.ptxas-for-blackwell
triton.ptxas-for-blackwell: A ptxas that knows this GPU, for a Triton that brings none
  profiles   train, serve, build
  sets       TRITON_PTXAS_PATH={launch.ptxas}
  given      identity.gb10 eq true
  given      python[*].triton known true
  when       python[*].triton lt 3.6
  when       python[*].triton_ptxas_blackwell known false
  when       python[*].triton_ptxas lt 12.9
  needs      launch.ptxas known true
  risk       none
  why        Every kernel that Triton compiles, torch.compile included, stops with "Value 'sm_121a'
             is not defined for option 'gpu-name'". Triton reads the variable at the first
             compilation. From 3.6 on it brings a second ptxas for this GPU and ignores the variable
             for it: then nothing is set, and a newer ptxas is not better by itself (13.1.80 is
             reported to differ from run to run in one FP8 kernel of datacentre GPUs).
  known      reported; triton-lang/triton#8539; triton-lang/triton#10331; triton-lang/triton#8959;
             pytorch/pytorch#181248 (2026-10)
  catalogue  S1-9, S1-14, S3-2, B-01
  in force   built in
$ gb10 show torch.inductor-big-gpu
torch.inductor-big-gpu: TorchInductor's own matrix kernels, which it keeps for GPUs of 68 SMs or more
  profiles   train, serve
  hook       inductor-big-gpu, when torch._inductor.utils is imported; gb10 run alone does it
  given      identity.gb10 eq true
  given      python[*].torch ge 2.5
  known for  python[*].torch lt 2.15
  risk       may change results
  asked for  gb10 run --with torch.inductor-big-gpu
  why        There is no variable for it; the check has one place, is_big_gpu. Lifted on a GPU of 66
             SMs it was 1.4 % slower over all models (reported), and Unsloth turns the search for
             such kernels off on this machine. Other kernels sum in another order, so results may
             differ in the last bits.
  known      reported; pytorch/pytorch#181178; pytorch/pytorch#123121 (2026-10)
  catalogue  S3-3
  in force   built in
$ gb10 show torch.expandable-segments
torch.expandable-segments: expandable_segments, which many scripts set
  profiles   train, serve
  never set  on a GB10 it is reported both to prevent a freeze and to end in the driver's
             NV_ERR_NO_MEMORY; set it yourself to try
  given      identity.gb10 eq true
  given      python[*].torch known true
  risk       none
  why        An A/B on two machines saw driver errors (0x51) with True and a clean start with False;
             others report the opposite. torch 2.9 does not even read it under the new name. A bound
             for PyTorch's memory is given by gb10 run --budget instead.
  known      reported; NVIDIA/dgx-spark-playbooks#97; pytorch/pytorch#183387 (2026-10)
  catalogue  S3-5, S1-33
  in force   built in
$ gb10 show build.jobs --json
{
  "name": "build.jobs",
  "title": "As many compilers as there is memory for",
  "profiles": [
    "build"
  ],
  "effect": "set",
  "set": {
    "CMAKE_BUILD_PARALLEL_LEVEL": "{launch.jobs}",
    "MAX_JOBS": "{launch.jobs}"
  },
  "hook": "",
  "module": "",
  "reason": "{launch.jobs_reason}",
  "why": "A compiler of large CUDA files takes 7 to 9 GiB (reported for cicc); the most of it counts, for a GB10 that runs out of memory freezes whole. What models hold is not available, so that fewer jobs come out while they are loaded; the number is of now.",
  "on_request": false,
  "may_change_results": false,
  "evidence_class": "reported",
  "source": "build guides for vLLM and flash-attention on DGX Spark",
  "date": "2026-10",
  "origin": "built in"
}
