# What docker exec tells of a running container, and of one that was started without the GPU.
base healthy-founders-edition
-- .gb10/queries.jsonl --
{"argv": ["docker", "info", "--format", "{\"ServerErrors\":{{json .ServerErrors}}{{if .Info}},\"ServerVersion\":{{json .ServerVersion}},\"DefaultRuntime\":{{json .DefaultRuntime}},\"CgroupDriver\":{{json .CgroupDriver}},\"Runtimes\":{{json .Runtimes}},\"Swarm\":{\"NodeAddr\":{{json .Swarm.NodeAddr}}}{{end}}}"], "exit": 0, "stdout": "{\"ServerVersion\": \"29.2.1\", \"DefaultRuntime\": \"runc\", \"CgroupDriver\": \"systemd\", \"Runtimes\": {\"io.containerd.runc.v2\": {\"path\": \"runc\"}, \"nvidia\": {\"path\": \"runc\"}, \"runc\": {\"path\": \"runc\"}}, \"Swarm\": {\"NodeAddr\": \"\"}}\n"}
{"argv": ["docker", "ps", "-a", "--no-trunc", "--format", "{\"Names\":{{json .Names}},\"Image\":{{json .Image}},\"State\":{{json .State}}}"], "exit": 0, "stdout": "{\"Names\": \"train\", \"Image\": \"nvcr.io/nvidia/pytorch:25.11-py3\", \"State\": \"running\"}\n{\"Names\": \"old\", \"Image\": \"x\", \"State\": \"exited\"}\n{\"Names\": \"plain\", \"Image\": \"own/torch:1\", \"State\": \"running\"}\n{\"Names\": \"bare\", \"Image\": \"own/static:1\", \"State\": \"running\"}\n"}
{"argv": ["docker", "ps", "--filter", "label=com.docker.compose.service=pytorch", "--format", "{{.Names}}"], "exit": 0, "stdout": "train\n"}
{"argv": ["docker", "ps", "--filter", "label=com.docker.compose.service=nothing", "--format", "{{.Names}}"], "exit": 0, "stdout": ""}
{"argv": ["docker", "inspect", "--type", "container", "--format", "{\"runtime\":{{json .HostConfig.Runtime}},\"requests\":{{json .HostConfig.DeviceRequests}},\"ipc\":{{json .HostConfig.IpcMode}},\"shm\":{{json .HostConfig.ShmSize}}}", "train"], "exit": 0, "stdout": "{\"runtime\":\"runc\",\"requests\":[{\"Driver\":\"nvidia\",\"Count\":-1}],\"ipc\":\"host\",\"shm\":67108864}\n"}
{"argv": ["docker", "exec", "train", "nvidia-smi", "-L"], "exit": 0, "stdout": "GPU 0: NVIDIA GB10 (UUID: GPU-00000000-1111-2222-3333-444444444444)\n"}
{"argv": ["docker", "exec", "train", "cat", "/proc/driver/nvidia/version"], "exit": 0, "stdout": "NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  580.142  Release Build\nGCC version: 13\n"}
{"argv": ["docker", "exec", "train", "ldconfig", "-p"], "exit": 0, "stdout": "100 libs found\n\tlibcuda.so.1 (libc6,AArch64) => /usr/lib/aarch64-linux-gnu/libcuda.so.1\n"}
{"argv": ["docker", "exec", "train", "printenv", "CUDA_VERSION"], "exit": 0, "stdout": "13.0.2.006\n"}
{"argv": ["docker", "exec", "train", "cat", "/proc/self/limits"], "exit": 0, "stdout": "Limit                     Soft Limit           Hard Limit           Units\nMax locked memory         unlimited            unlimited            bytes\n"}
{"argv": ["docker", "exec", "train", "cat", "/proc/self/mounts"], "exit": 0, "stdout": "overlay / overlay rw 0 0\ntmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n"}
{"argv": ["docker", "exec", "train", "python3", "-c", "import json, torch\nd = {'torch': torch.__version__, 'cuda': torch.version.cuda}\nd['available'] = torch.cuda.is_available()\nif d['available']:\n    d['gpu'] = torch.cuda.get_device_name(0)\n    d['capability'] = '%d.%d' % torch.cuda.get_device_capability(0)\n    d['code'] = ' '.join(torch.cuda.get_arch_list())\n    a = (torch.arange(4096) % 61).reshape(64, 64)\n    try:\n        g = a.to('cuda', torch.float32)\n        d['right'] = bool(((g @ g).cpu().long() == a @ a).all())\n    except Exception as e:\n        d['error'] = str(e) or repr(e)\nprint(json.dumps(d))\n"], "exit": 0, "stdout": "{\"torch\": \"2.10.0a0+b558c98\", \"cuda\": \"13.0\", \"available\": true, \"gpu\": \"NVIDIA GB10\", \"capability\": \"12.1\", \"code\": \"sm_80 sm_90 sm_120 sm_121\", \"right\": true}\n"}
{"argv": ["docker", "inspect", "--type", "container", "--format", "{\"runtime\":{{json .HostConfig.Runtime}},\"requests\":{{json .HostConfig.DeviceRequests}},\"ipc\":{{json .HostConfig.IpcMode}},\"shm\":{{json .HostConfig.ShmSize}}}", "plain"], "exit": 0, "stdout": "{\"runtime\":\"runc\",\"requests\":null,\"ipc\":\"private\",\"shm\":67108864}\n"}
{"argv": ["docker", "exec", "plain", "nvidia-smi", "-L"], "exit": 127, "stdout": "", "stderr": "OCI runtime exec failed: exec: \"nvidia-smi\": executable file not found in $PATH\n"}
{"argv": ["docker", "exec", "plain", "cat", "/proc/driver/nvidia/version"], "exit": 1, "stdout": "", "stderr": "cat: /proc/driver/nvidia/version: No such file or directory\n"}
{"argv": ["docker", "exec", "plain", "ldconfig", "-p"], "exit": 0, "stdout": "\tlibc.so.6 (libc6,AArch64) => /usr/lib/libc.so.6\n"}
{"argv": ["docker", "exec", "plain", "printenv", "CUDA_VERSION"], "exit": 1, "stdout": ""}
{"argv": ["docker", "exec", "plain", "cat", "/proc/self/limits"], "exit": 0, "stdout": "Max locked memory         8388608              8388608              bytes\n"}
{"argv": ["docker", "exec", "plain", "cat", "/proc/self/mounts"], "exit": 0, "stdout": "shm /dev/shm tmpfs rw,nosuid,size=65536k 0 0\n"}
{"argv": ["docker", "exec", "plain", "python3", "-c", "import json, torch\nd = {'torch': torch.__version__, 'cuda': torch.version.cuda}\nd['available'] = torch.cuda.is_available()\nif d['available']:\n    d['gpu'] = torch.cuda.get_device_name(0)\n    d['capability'] = '%d.%d' % torch.cuda.get_device_capability(0)\n    d['code'] = ' '.join(torch.cuda.get_arch_list())\n    a = (torch.arange(4096) % 61).reshape(64, 64)\n    try:\n        g = a.to('cuda', torch.float32)\n        d['right'] = bool(((g @ g).cpu().long() == a @ a).all())\n    except Exception as e:\n        d['error'] = str(e) or repr(e)\nprint(json.dumps(d))\n"], "exit": 0, "stdout": "{\"torch\": \"2.9.0\", \"cuda\": \"13.0\", \"available\": false}\n"}
{"argv": ["docker", "inspect", "--type", "container", "--format", "{\"runtime\":{{json .HostConfig.Runtime}},\"requests\":{{json .HostConfig.DeviceRequests}},\"ipc\":{{json .HostConfig.IpcMode}},\"shm\":{{json .HostConfig.ShmSize}}}", "bare"], "exit": 0, "stdout": "{\"runtime\":\"runc\",\"requests\":[{\"Driver\":\"nvidia\",\"Count\":-1}],\"ipc\":\"host\",\"shm\":67108864}\n"}
{"argv": ["docker", "exec", "bare", "nvidia-smi", "-L"], "exit": 127, "stdout": "", "stderr": "OCI runtime exec failed: exec: \"nvidia-smi\": executable file not found in $PATH\n"}
{"argv": ["docker", "exec", "bare", "cat", "/proc/driver/nvidia/version"], "exit": 127, "stdout": "", "stderr": "OCI runtime exec failed: exec: \"cat\": executable file not found in $PATH\n"}
{"argv": ["docker", "exec", "bare", "ldconfig", "-p"], "exit": 127, "stdout": "", "stderr": "OCI runtime exec failed: exec: \"ldconfig\": executable file not found in $PATH\n"}
{"argv": ["docker", "exec", "bare", "printenv", "CUDA_VERSION"], "exit": 127, "stdout": "", "stderr": "OCI runtime exec failed: exec: \"printenv\": executable file not found in $PATH\n"}
{"argv": ["docker", "exec", "bare", "cat", "/proc/self/limits"], "exit": 127, "stdout": "", "stderr": "OCI runtime exec failed: exec: \"cat\": executable file not found in $PATH\n"}
{"argv": ["docker", "exec", "bare", "cat", "/proc/self/mounts"], "exit": 127, "stdout": "", "stderr": "OCI runtime exec failed: exec: \"cat\": executable file not found in $PATH\n"}
{"argv": ["docker", "exec", "bare", "python3", "-c", "import json, torch\nd = {'torch': torch.__version__, 'cuda': torch.version.cuda}\nd['available'] = torch.cuda.is_available()\nif d['available']:\n    d['gpu'] = torch.cuda.get_device_name(0)\n    d['capability'] = '%d.%d' % torch.cuda.get_device_capability(0)\n    d['code'] = ' '.join(torch.cuda.get_arch_list())\n    a = (torch.arange(4096) % 61).reshape(64, 64)\n    try:\n        g = a.to('cuda', torch.float32)\n        d['right'] = bool(((g @ g).cpu().long() == a @ a).all())\n    except Exception as e:\n        d['error'] = str(e) or repr(e)\nprint(json.dumps(d))\n"], "exit": 127, "stdout": "", "stderr": "OCI runtime exec failed: exec: \"python3\": executable file not found in $PATH\n"}
-- end --
$ gb10 container check train --root $ROOT
8 proved
  container train, image nvcr.io/nvidia/pytorch:25.11-py3

  proved     Docker was told to give it the GPU
             by what docker inspect shows
             seen  docker inspect: runtime runc, a device request, ipc host

  proved     the container sees a GPU
             1 GPU
             seen  nvidia-smi -L: GPU 0: NVIDIA GB10

  proved     it sees the driver of this machine
             the kernel's module answers
             seen  /proc/driver/nvidia/version: NVRM version: NVIDIA UNIX Open Kernel Module for
                   aarch64 580.142 Release Build

  proved     the loader finds CUDA's driver library
             libcuda.so.1 is there
             seen  CUDA_VERSION in the container: 13.0.2.006
             seen  ldconfig -p: libcuda.so.1 (libc6,AArch64) =>
                   /usr/lib/aarch64-linux-gnu/libcuda.so.1

  proved     it may lock memory without limit
             as NVIDIA's images ask for
             seen  /proc/self/limits: locked memory unlimited

  proved     /dev/shm is larger than Docker's 64 MB
             it is that of the host, without a limit of its own
             seen  /proc/self/mounts: tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0

  proved     its torch uses the GPU
             torch.cuda.is_available() says True
             seen  torch 2.10.0a0+b558c98, built for CUDA 13.0
             seen  NVIDIA GB10, 12.1, code for sm_80 sm_90 sm_120 sm_121

  proved     a product on the GPU is right
             64 x 64 x 64 whole numbers, equal to the CPU's
$ gb10 container check pytorch --root $ROOT --json
{
  "subject": "container train, image nvcr.io/nvidia/pytorch:25.11-py3",
  "counts": {
    "yes": 8,
    "no": 0,
    "unknown": 0
  },
  "items": [
    {
      "name": "granted",
      "title": "Docker was told to give it the GPU",
      "is": "yes",
      "answer": "proved",
      "says": "by what docker inspect shows",
      "evidence": [
        "docker inspect: runtime runc, a device request, ipc host"
      ],
      "remedy": [],
      "sources": []
    },
    {
      "name": "gpu",
      "title": "the container sees a GPU",
      "is": "yes",
      "answer": "proved",
      "says": "1 GPU",
      "evidence": [
        "nvidia-smi -L: GPU 0: NVIDIA GB10"
      ],
      "remedy": [],
      "sources": []
    },
    {
      "name": "driver",
      "title": "it sees the driver of this machine",
      "is": "yes",
      "answer": "proved",
      "says": "the kernel's module answers",
      "evidence": [
        "/proc/driver/nvidia/version: NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  580.142  Release Build"
      ],
      "remedy": [],
      "sources": []
    },
    {
      "name": "cuda",
      "title": "the loader finds CUDA's driver library",
      "is": "yes",
      "answer": "proved",
      "says": "libcuda.so.1 is there",
      "evidence": [
        "CUDA_VERSION in the container: 13.0.2.006",
        "ldconfig -p: libcuda.so.1 (libc6,AArch64) => /usr/lib/aarch64-linux-gnu/libcuda.so.1"
      ],
      "remedy": [],
      "sources": []
    },
    {
      "name": "locked-memory",
      "title": "it may lock memory without limit",
      "is": "yes",
      "answer": "proved",
      "says": "as NVIDIA's images ask for",
      "evidence": [
        "/proc/self/limits: locked memory unlimited"
      ],
      "remedy": [],
      "sources": []
    },
    {
      "name": "shared-memory",
      "title": "/dev/shm is larger than Docker's 64 MB",
      "is": "yes",
      "answer": "proved",
      "says": "it is that of the host, without a limit of its own",
      "evidence": [
        "/proc/self/mounts: tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0"
      ],
      "remedy": [],
      "sources": []
    },
    {
      "name": "torch",
      "title": "its torch uses the GPU",
      "is": "yes",
      "answer": "proved",
      "says": "torch.cuda.is_available() says True",
      "evidence": [
        "torch 2.10.0a0+b558c98, built for CUDA 13.0",
        "NVIDIA GB10, 12.1, code for sm_80 sm_90 sm_120 sm_121"
      ],
      "remedy": [],
      "sources": []
    },
    {
      "name": "product",
      "title": "a product on the GPU is right",
      "is": "yes",
      "answer": "proved",
      "says": "64 x 64 x 64 whole numbers, equal to the CPU's",
      "evidence": [],
      "remedy": [],
      "sources": []
    }
  ],
  "notes": []
}
$ gb10 container check plain --root $ROOT
6 not so, 2 not known
  container plain, image own/torch:1

  not so     Docker was told to give it the GPU
             neither a device request nor the nvidia runtime
             seen  docker inspect: runtime runc, no device request, ipc private
             do    write it anew: gb10 container compose NAME, then docker compose up -d

  not so     it sees the driver of this machine
             cat: /proc/driver/nvidia/version: No such file or directory

  not so     the loader finds CUDA's driver library
             no libcuda.so.1: the NVIDIA runtime did not put it in
             do    write it anew: gb10 container compose NAME, then docker compose up -d

  not so     it may lock memory without limit
             pinned memory and RDMA need more
             seen  /proc/self/limits: locked memory 8388608
             do    ulimits: memlock: -1 in the compose file

  not so     /dev/shm is larger than Docker's 64 MB
             DataLoader workers and NCCL run out of it
             seen  /proc/self/mounts: shm /dev/shm tmpfs rw,nosuid,size=65536k 0 0
             do    ipc: host or shm_size in the compose file

  not so     its torch uses the GPU
             torch.cuda.is_available() says False
             seen  torch 2.9.0, built for CUDA 13.0
             do    a torch built for CUDA: gb10 compat pytorch
                   write it anew: gb10 container compose NAME, then docker compose up -d

  not known  the container sees a GPU
             the container has no nvidia-smi, which the NVIDIA runtime puts into it
             do    write it anew: gb10 container compose NAME, then docker compose up -d

  not known  a product on the GPU is right
             torch does not use the GPU
? 1
$ gb10 container check plain --root $ROOT --markdown
**6 not so, 2 not known**

container plain, image own/torch:1

| what | answer | why | seen | next |
|---|---|---|---|---|
| Docker was told to give it the GPU | not so | neither a device request nor the nvidia runtime | docker inspect: runtime runc, no device request, ipc private | write it anew: gb10 container compose NAME, then docker compose up -d |
| the container sees a GPU | not known | the container has no nvidia-smi, which the NVIDIA runtime puts into it |  | write it anew: gb10 container compose NAME, then docker compose up -d |
| it sees the driver of this machine | not so | cat: /proc/driver/nvidia/version: No such file or directory |  |  |
| the loader finds CUDA's driver library | not so | no libcuda.so.1: the NVIDIA runtime did not put it in |  | write it anew: gb10 container compose NAME, then docker compose up -d |
| it may lock memory without limit | not so | pinned memory and RDMA need more | /proc/self/limits: locked memory 8388608 | ulimits: memlock: -1 in the compose file |
| /dev/shm is larger than Docker's 64 MB | not so | DataLoader workers and NCCL run out of it | /proc/self/mounts: shm /dev/shm tmpfs rw,nosuid,size=65536k 0 0 | ipc: host or shm_size in the compose file |
| its torch uses the GPU | not so | torch.cuda.is_available() says False | torch 2.9.0, built for CUDA 13.0 | a torch built for CUDA: gb10 compat pytorch<br>write it anew: gb10 container compose NAME, then docker compose up -d |
| a product on the GPU is right | not known | torch does not use the GPU |  |  |
? 1
# Nothing in it can be asked: what Docker was told alone proves no GPU.
$ gb10 container check bare --root $ROOT
1 proved, 7 not known
  container bare, image own/static:1

  not known  the container sees a GPU
             the container has no nvidia-smi, which the NVIDIA runtime puts into it
             do    if parts of the driver are missing: NVIDIA_DRIVER_CAPABILITIES: compute,utility
                   in the compose file's environment, then docker compose up -d

  not known  it sees the driver of this machine
             the container has no cat

  not known  the loader finds CUDA's driver library
             the container has no ldconfig

  not known  it may lock memory without limit
             the container has no cat

  not known  /dev/shm is larger than Docker's 64 MB
             the container has no cat

  not known  its torch uses the GPU
             the container has no python3

  not known  a product on the GPU is right
             torch was not asked

  proved     Docker was told to give it the GPU
             by what docker inspect shows
             seen  docker inspect: runtime runc, a device request, ipc host
? 3
# Several run, none is called so, and what can be no name.
$ gb10 container check --root $ROOT
gb10: 3 containers are running
hint: gb10 container check with one of: bare, plain, train
? 2
$ gb10 container check nothing --root $ROOT
gb10: no running container or service is called nothing
hint: running are: bare, plain, train
? 2
$ gb10 container check "-v /:/x" --root $ROOT
gb10: -v /:/x is no name of a container
hint: running are: bare, plain, train
? 2
