# The first line names the cause and where it stands; then the evidence, why, and the fix. What follows is counted.
-- server.log --
vllm-1  | (EngineCore pid=140) INFO 12-20 14:04:10 [gpu_model_runner.py:3549] Model loading took 56.9 GiB memory
vllm-1  | (EngineCore pid=140) Internal Triton PTX codegen error
vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'
vllm-1  | (EngineCore pid=140) ERROR 12-20 14:04:23 [core.py:868] EngineCore failed to start.
vllm-1  | (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}
vllm-1 exited with code 1
-- end --
$ gb10 explain $ROOT/server.log
line 3: ptxas is too old: it does not know sm_121a                              triton.ptxas-too-old

   1 | vllm-1  | (EngineCore pid=140) INFO 12-20 14:04:10 [gpu_model_runner.py:3549] Model loading …
   2 | vllm-1  | (EngineCore pid=140) Internal Triton PTX codegen error
 > 3 | vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option
     | 'gpu-name'
   4 | vllm-1  | (EngineCore pid=140) ERROR 12-20 14:04:23 [core.py:868] EngineCore failed to start.
   5 | vllm-1  | (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause …

  why     This ptxas is older than CUDA 12.9, the first that knows the GB10's architecture. Triton
          up to 3.5 carries the one of CUDA 12.8 in its own folder and prefers it to the toolkit's.
  do      in a venv:
            export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
            # the toolkit there must be CUDA 12.9 or newer, for PTX version 9.0 CUDA 13
          in a container: TRITON_PTXAS_PATH in its environment, if the image has
          /usr/local/cuda/bin/ptxas; else apt install cuda-nvcc-13-0 in it, or a newer image. Every
          worker needs it (docker -e, mpirun -x, Ray runtime_env)
          or Triton 3.6 and later from a build for CUDA 13, which ignores that variable
  seen    Triton 3.4 and 3.5, as with torch 2.9 and 2.10
  fixed   Triton 3.6 and later carry a second ptxas for Blackwell, in builds for CUDA 13

  3 lines follow from it      gb10 explain --all
? 1
$ gb10 explain $ROOT/server.log --all
line 3: ptxas is too old: it does not know sm_121a                              triton.ptxas-too-old

   1 | vllm-1  | (EngineCore pid=140) INFO 12-20 14:04:10 [gpu_model_runner.py:3549] Model loading …
   2 | vllm-1  | (EngineCore pid=140) Internal Triton PTX codegen error
 > 3 | vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option
     | 'gpu-name'
   4 | vllm-1  | (EngineCore pid=140) ERROR 12-20 14:04:23 [core.py:868] EngineCore failed to start.
   5 | vllm-1  | (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause …

  why     This ptxas is older than CUDA 12.9, the first that knows the GB10's architecture. Triton
          up to 3.5 carries the one of CUDA 12.8 in its own folder and prefers it to the toolkit's.
  do      in a venv:
            export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
            # the toolkit there must be CUDA 12.9 or newer, for PTX version 9.0 CUDA 13
          in a container: TRITON_PTXAS_PATH in its environment, if the image has
          /usr/local/cuda/bin/ptxas; else apt install cuda-nvcc-13-0 in it, or a newer image. Every
          worker needs it (docker -e, mpirun -x, Ray runtime_env)
          or Triton 3.6 and later from a build for CUDA 13, which ignores that variable
  seen    Triton 3.4 and 3.5, as with torch 2.9 and 2.10
  fixed   Triton 3.6 and later carry a second ptxas for Blackwell, in builds for CUDA 13

follows from it
  - line 4, 2 lines: "Engine core initialization failed" names no cause vllm.engine-core-failed
  - line 6: A process or container ended with an error code container.exited
? 1
$ gb10 explain - < $ROOT/server.log
line 3: ptxas is too old: it does not know sm_121a                              triton.ptxas-too-old

   1 | vllm-1  | (EngineCore pid=140) INFO 12-20 14:04:10 [gpu_model_runner.py:3549] Model loading …
   2 | vllm-1  | (EngineCore pid=140) Internal Triton PTX codegen error
 > 3 | vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option
     | 'gpu-name'
   4 | vllm-1  | (EngineCore pid=140) ERROR 12-20 14:04:23 [core.py:868] EngineCore failed to start.
   5 | vllm-1  | (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause …

  why     This ptxas is older than CUDA 12.9, the first that knows the GB10's architecture. Triton
          up to 3.5 carries the one of CUDA 12.8 in its own folder and prefers it to the toolkit's.
  do      in a venv:
            export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
            # the toolkit there must be CUDA 12.9 or newer, for PTX version 9.0 CUDA 13
          in a container: TRITON_PTXAS_PATH in its environment, if the image has
          /usr/local/cuda/bin/ptxas; else apt install cuda-nvcc-13-0 in it, or a newer image. Every
          worker needs it (docker -e, mpirun -x, Ray runtime_env)
          or Triton 3.6 and later from a build for CUDA 13, which ignores that variable
  seen    Triton 3.4 and 3.5, as with torch 2.9 and 2.10
  fixed   Triton 3.6 and later carry a second ptxas for Blackwell, in builds for CUDA 13

  3 lines follow from it      gb10 explain --all
? 1
$ gb10 explain --follow < $ROOT/server.log
line 3: ptxas is too old: it does not know sm_121a                              triton.ptxas-too-old

   1 | vllm-1  | (EngineCore pid=140) INFO 12-20 14:04:10 [gpu_model_runner.py:3549] Model loading …
   2 | vllm-1  | (EngineCore pid=140) Internal Triton PTX codegen error
 > 3 | vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option
     | 'gpu-name'
   4 | vllm-1  | (EngineCore pid=140) ERROR 12-20 14:04:23 [core.py:868] EngineCore failed to start.
   5 | vllm-1  | (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause …

  why     This ptxas is older than CUDA 12.9, the first that knows the GB10's architecture. Triton
          up to 3.5 carries the one of CUDA 12.8 in its own folder and prefers it to the toolkit's.
  do      in a venv:
            export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
            # the toolkit there must be CUDA 12.9 or newer, for PTX version 9.0 CUDA 13
          in a container: TRITON_PTXAS_PATH in its environment, if the image has
          /usr/local/cuda/bin/ptxas; else apt install cuda-nvcc-13-0 in it, or a newer image. Every
          worker needs it (docker -e, mpirun -x, Ray runtime_env)
          or Triton 3.6 and later from a build for CUDA 13, which ignores that variable
  seen    Triton 3.4 and 3.5, as with torch 2.9 and 2.10
  fixed   Triton 3.6 and later carry a second ptxas for Blackwell, in builds for CUDA 13

? 1
$ gb10 explain --markdown < $ROOT/server.log
**line 3: ptxas is too old: it does not know sm_121a** `triton.ptxas-too-old`

```
   1 | vllm-1  | (EngineCore pid=140) INFO 12-20 14:04:10 [gpu_model_runner.py:3549] Model loading …
   2 | vllm-1  | (EngineCore pid=140) Internal Triton PTX codegen error
 > 3 | vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option
     | 'gpu-name'
   4 | vllm-1  | (EngineCore pid=140) ERROR 12-20 14:04:23 [core.py:868] EngineCore failed to start.
   5 | vllm-1  | (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause …
```
- why: This ptxas is older than CUDA 12.9, the first that knows the GB10's architecture. Triton up to 3.5 carries the one of CUDA 12.8 in its own folder and prefers it to the toolkit's.
- do: in a venv: `export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas` (the toolkit there must be CUDA 12.9 or newer, for PTX version 9.0 CUDA 13)
- do: in a container: TRITON_PTXAS_PATH in its environment, if the image has /usr/local/cuda/bin/ptxas; else apt install cuda-nvcc-13-0 in it, or a newer image. Every worker needs it (docker -e, mpirun -x, Ray runtime_env)
- do: or Triton 3.6 and later from a build for CUDA 13, which ignores that variable
- seen: Triton 3.4 and 3.5, as with torch 2.9 and 2.10
- fixed: Triton 3.6 and later carry a second ptxas for Blackwell, in builds for CUDA 13
- source: triton-lang/triton#8539; vllm-project/vllm#32575; gpustack/gpustack#4372; opendatalab/MinerU#4350 (2026-10)

3 lines follow from it.
The lines are as in the log: look through them before you post them.
? 1
