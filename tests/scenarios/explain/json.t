# For programs: causes ranked, what follows from them, the first error.
-- server.log --
vllm-1  | (EngineCore pid=140) INFO 12-20 14:04:10 [gpu_model_runner.py:3549] Model loading took 56.9 GiB memory
vllm-1  | (EngineCore pid=140) Internal Triton PTX codegen error
vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'
vllm-1  | (EngineCore pid=140) ERROR 12-20 14:04:23 [core.py:868] EngineCore failed to start.
vllm-1  | (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}
vllm-1 exited with code 1
-- end --
$ gb10 explain $ROOT/server.log --json
{
  "schema": 1,
  "causes": [
    {
      "name": "triton.ptxas-too-old",
      "catalogue": "B-01",
      "title": "ptxas is too old: it does not know sm_121a",
      "line": 3,
      "evidence": "vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'",
      "around": {
        "line": 3,
        "text": "vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'",
        "before": [
          {
            "line": 1,
            "text": "vllm-1  | (EngineCore pid=140) INFO 12-20 14:04:10 [gpu_model_runner.py:3549] Model loading took 56.9 GiB memory"
          },
          {
            "line": 2,
            "text": "vllm-1  | (EngineCore pid=140) Internal Triton PTX codegen error"
          }
        ],
        "after": [
          {
            "line": 4,
            "text": "vllm-1  | (EngineCore pid=140) ERROR 12-20 14:04:23 [core.py:868] EngineCore failed to start."
          },
          {
            "line": 5,
            "text": "vllm-1  | (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}"
          }
        ]
      },
      "lines": 1,
      "lines_is_least": false,
      "why": "This ptxas is older than CUDA 12.9, the first that knows the GB10's architecture. Triton up to 3.5 carries the one of CUDA 12.8 in its own folder and prefers it to the toolkit's.",
      "fix": [
        {
          "when": "in a venv",
          "run": "export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas",
          "note": "the toolkit there must be CUDA 12.9 or newer, for PTX version 9.0 CUDA 13"
        },
        {
          "note": "in a container: TRITON_PTXAS_PATH in its environment, if the image has /usr/local/cuda/bin/ptxas; else apt install cuda-nvcc-13-0 in it, or a newer image. Every worker needs it (docker -e, mpirun -x, Ray runtime_env)"
        },
        {
          "note": "or Triton 3.6 and later from a build for CUDA 13, which ignores that variable"
        }
      ],
      "not_fix": [],
      "applies": "Triton 3.4 and 3.5, as with torch 2.9 and 2.10",
      "fixed": "Triton 3.6 and later carry a second ptxas for Blackwell, in builds for CUDA 13",
      "source": "triton-lang/triton#8539; vllm-project/vllm#32575; gpustack/gpustack#4372; opendatalab/MinerU#4350",
      "date": "2026-10"
    }
  ],
  "consequences": [
    {
      "name": "vllm.engine-core-failed",
      "catalogue": "N-16",
      "title": "\"Engine core initialization failed\" names no cause",
      "line": 4,
      "evidence": "vllm-1  | (EngineCore pid=140) ERROR 12-20 14:04:23 [core.py:868] EngineCore failed to start.",
      "around": {
        "line": 4,
        "text": "vllm-1  | (EngineCore pid=140) ERROR 12-20 14:04:23 [core.py:868] EngineCore failed to start.",
        "before": [
          {
            "line": 2,
            "text": "vllm-1  | (EngineCore pid=140) Internal Triton PTX codegen error"
          },
          {
            "line": 3,
            "text": "vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'"
          }
        ],
        "after": [
          {
            "line": 5,
            "text": "vllm-1  | (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}"
          },
          {
            "line": 6,
            "text": "vllm-1 exited with code 1"
          }
        ]
      },
      "lines": 2,
      "lines_is_least": false,
      "why": "The real error stands above this line, in the engine's or a worker's own lines.",
      "fix": [],
      "not_fix": [],
      "applies": null,
      "fixed": null,
      "source": "all vLLM logs",
      "date": "2026-10"
    },
    {
      "name": "container.exited",
      "catalogue": null,
      "title": "A process or container ended with an error code",
      "line": 6,
      "evidence": "vllm-1 exited with code 1",
      "around": {
        "line": 6,
        "text": "vllm-1 exited with code 1",
        "before": [
          {
            "line": 4,
            "text": "vllm-1  | (EngineCore pid=140) ERROR 12-20 14:04:23 [core.py:868] EngineCore failed to start."
          },
          {
            "line": 5,
            "text": "vllm-1  | (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}"
          }
        ],
        "after": []
      },
      "lines": 1,
      "lines_is_least": false,
      "why": null,
      "fix": [],
      "not_fix": [],
      "applies": null,
      "fixed": null,
      "source": "public logs",
      "date": "2026-10"
    }
  ],
  "harmless": [],
  "not_this_machine": [],
  "withheld": [],
  "first_error": {
    "line": 3,
    "text": "vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'",
    "kind": "an error of ptxas"
  },
  "lines": 6,
  "bytes": 521
}
? 1
$ gb10 explain --json --follow < $ROOT/server.log
{"name":"triton.ptxas-too-old","catalogue":"B-01","title":"ptxas is too old: it does not know sm_121a","line":3,"evidence":"vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'","around":{"line":3,"text":"vllm-1  | (EngineCore pid=140) ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'","before":[{"line":1,"text":"vllm-1  | (EngineCore pid=140) INFO 12-20 14:04:10 [gpu_model_runner.py:3549] Model loading took 56.9 GiB memory"},{"line":2,"text":"vllm-1  | (EngineCore pid=140) Internal Triton PTX codegen error"}],"after":[{"line":4,"text":"vllm-1  | (EngineCore pid=140) ERROR 12-20 14:04:23 [core.py:868] EngineCore failed to start."},{"line":5,"text":"vllm-1  | (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}"}]},"lines":1,"lines_is_least":false,"why":"This ptxas is older than CUDA 12.9, the first that knows the GB10's architecture. Triton up to 3.5 carries the one of CUDA 12.8 in its own folder and prefers it to the toolkit's.","fix":[{"when":"in a venv","run":"export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas","note":"the toolkit there must be CUDA 12.9 or newer, for PTX version 9.0 CUDA 13"},{"note":"in a container: TRITON_PTXAS_PATH in its environment, if the image has /usr/local/cuda/bin/ptxas; else apt install cuda-nvcc-13-0 in it, or a newer image. Every worker needs it (docker -e, mpirun -x, Ray runtime_env)"},{"note":"or Triton 3.6 and later from a build for CUDA 13, which ignores that variable"}],"not_fix":[],"applies":"Triton 3.4 and 3.5, as with torch 2.9 and 2.10","fixed":"Triton 3.6 and later carry a second ptxas for Blackwell, in builds for CUDA 13","source":"triton-lang/triton#8539; vllm-project/vllm#32575; gpustack/gpustack#4372; opendatalab/MinerU#4350","date":"2026-10"}
? 1
