# A compose file with the reason of each line above it; the three lines at its top are left out here.
env HOME=/home/owner
$ gb10 container compose vllm --model Qwen/Qwen3-8B --root $ROOTS/healthy-founders-edition
…
services:
  vllm:
    # 26.06 answered every request with HTTP 500 for one owner; 25.11 lacks kernels for NVFP4
    # mixtures. 26.07 or newer is the advice of gb10 compat; no report says yet how it runs on a
    # GB10
    # reported 2026-10: 26.06: '_IncludedRouter' object has no attribute 'path'
    # (vllm-project/vllm#45596; one owner's report on the image)
    # reported 2026-01: the older 25.11 is known to serve with a share of 0.7
    # (natolambert/dgx-spark-setup)
    # gb10 compat ngc-vllm says more
    image: "nvcr.io/nvidia/vllm:26.07-py3"
    # no entrypoint here: the image's own switches CUDA's compatibility libraries on (reported)
    command:
      - vllm
      - serve
      - Qwen/Qwen3-8B
      - "--host=0.0.0.0"
      - "--port=8000"
      # computed: 117.8 GiB of 121.7 GiB are available now, 8 GiB are kept for the rest; at most
      # 0.85. GPU and CPU share one memory: vLLM's own 0.9 has taken the whole machine down
      # (reported); 0.7 to 0.85 serve
      - "--gpu-memory-utilization"
      - "0.85"
    # the GPU by a reservation: Docker here knows NVIDIA's runtime
    deploy:
      resources:
        # no memory limit here: the kernel does not count what CUDA takes (reported)
        reservations:
          devices:
            - driver: nvidia
              count: all
              capabilities:
                - gpu
    # from this machine alone; Docker opens ports past ufw. --listen ADDRESS for others
    ports:
      # the API; it has no password unless you give it --api-key
      - "127.0.0.1:8000:8000"
    volumes:
      # models of Hugging Face, so that none is loaded twice; the folder must be there
      - type: bind
        source: "${HOME}/.cache/huggingface"
        target: /root/.cache/huggingface
    # vLLM's processes talk through /dev/shm; --ipc private gives it 16 GB of its own
    ipc: host
    ulimits:
      # pinned memory and NCCL lock pages; NVIDIA's images ask for it when they start
      memlock: -1
      # 64 MiB of stack for each thread, as NVIDIA's images ask for
      stack: 67108864
    # by Python, which the image has for certain; loading a large model takes minutes
    healthcheck:
      test:
        - CMD
        - python3
        - "-c"
        - "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=5)"
      interval: "30s"
      start_period: "900s"
      timeout: "10s"
    # what fails for lack of memory must not be started again and again
    restart: "no"
$ gb10 container compose ollama --gpu cdi --listen 0.0.0.0 --port 11500 --root $ROOTS/healthy-founders-edition
…
services:
  ollama:
    # a load of gpt-oss stopped near 80 % with 0.30 and 0.31; newer ones are named with --image
    # reported 2026-04: 0.20.0 in Docker on a GB10, with speeds of four models (ollama/ollama#15295)
    # reported 2025-11: OLLAMA_LLM_LIBRARY=cuda made it run on the CPU: leave it out
    # (NVIDIA/dgx-spark-playbooks PR#23)
    # gb10 compat ollama says more
    image: "ollama/ollama:0.20.0"
    # the GPU by its CDI name: as asked for with --gpu. Where it stops with 'exec format error':
    # gb10 compat container-toolkit
    devices:
      - "nvidia.com/gpu=all"
    # from other machines, as asked for with --listen; Docker opens ports past ufw
    ports:
      # the API, which has no password
      - "0.0.0.0:11500:11434"
    volumes:
      # its models and its key
      - type: volume
        source: ollama
        target: /root/.ollama
    # one process; it needs no memory shared with others
    shm_size: "1gb"
    # asks the server in the container for its models
    healthcheck:
      test:
        - CMD
        - ollama
        - list
      interval: "30s"
      start_period: "30s"
      timeout: "10s"
    # what fails for lack of memory must not be started again and again
    restart: "no"
volumes:
  # kept by docker until docker volume rm
  ollama: {}
gb10: ollama listens on 0.0.0.0: who reaches this machine may use it
$ gb10 container compose pytorch --name lab --workspace /home/owner/work --root $ROOTS/docker-without-runtime
…
services:
  lab:
    # older than 25.10 finds no GPU on this machine (reported)
    # documented 2026-03: 25.11 is what the playbooks start (NVIDIA/dgx-spark-playbooks
    # (nemo-fine-tune, unsloth))
    # gb10 compat ngc-pytorch says more
    image: "nvcr.io/nvidia/pytorch:25.11-py3"
    # the GPU by its CDI name: here is /var/run/cdi/nvidia.yaml, and NVIDIA's runtime is not known
    # to Docker. Where it stops with 'exec format error': gb10 compat container-toolkit
    devices:
      - "nvidia.com/gpu=all"
    # from this machine alone; Docker opens ports past ufw. --listen ADDRESS for others
    ports:
      # for JupyterLab, where you start it inside: jupyter lab --ip 0.0.0.0 --allow-root
      - "127.0.0.1:8888:8888"
    volumes:
      # models of Hugging Face, so that none is loaded twice; the folder must be there
      - type: bind
        source: "${HOME}/.cache/huggingface"
        target: /root/.cache/huggingface
      # your files; the folder must be there
      - type: bind
        source: /home/owner/work
        target: /workspace/host
    # workers of a DataLoader pass tensors through /dev/shm, of which a container has 64 MB by
    # itself; --ipc private gives it 16 GB of its own
    ipc: host
    ulimits:
      # pinned memory and NCCL lock pages; NVIDIA's images ask for it when they start
      memlock: -1
      # 64 MiB of stack for each thread, as NVIDIA's images ask for
      stack: 67108864
    working_dir: /workspace/host
    # a shell to work in: docker compose exec lab bash
    stdin_open: true
    tty: true
    # what fails for lack of memory must not be started again and again
    restart: "no"
gb10: /home/owner/work is not there; before the start: mkdir -p /home/owner/work
