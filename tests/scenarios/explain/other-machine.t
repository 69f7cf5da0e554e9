# A log of another machine gets no advice for a GB10, and a banner's "CUDA: 12.1" is no version of CUDA.
-- x86.log --
OS                           : Ubuntu 22.04.5 LTS (x86_64)
GPU models and configuration : GPU 0: NVIDIA GeForce RTX 3090
ImportError: libcudart.so.13: cannot open shared object file: No such file or directory
-- end --
-- banner.log --
   \\   /|    NVIDIA GB10. Num GPUs = 1. Max memory: 119.699 GB. Platform: Linux.
O^O/ \_/ \    Torch: 2.10.0. CUDA: 12.1. CUDA Toolkit: 13.0. Triton: 3.5.0
{'loss': 1.92}
-- end --
$ gb10 explain $ROOT/x86.log
this log is from an x86 or datacentre machine: no advice for a GB10 is given
  machine.other-architecture

 > 1 | OS                           : Ubuntu 22.04.5 LTS (x86_64)
   2 | GPU models and configuration : GPU 0: NVIDIA GeForce RTX 3090
   3 | ImportError: libcudart.so.13: cannot open shared object file: No such file or directory

  known   line 3: looks like python.cuda13-wheel, which gb10 show explains for a GB10
$ gb10 explain $ROOT/banner.log
nothing wrong found in 3 lines: none is a failure that is known, or says that something failed
