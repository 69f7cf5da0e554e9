# ASUS machine of a pair, with a cable, ollama and nvcc on PATH: not even a note.
$ gb10 doctor --root $ROOTS/healthy-oem
1 fault, 1 warning       GB10 machine of an unknown vendor   driver 580.173.02
  the tree at $ROOTS/healthy-oem

! The kernel module nvidia is not loaded; no program can use the GPU.
    fault: gpu.module-not-loaded
    seen    gpu.module_loaded no (/sys/module/nvidia)
    why     Without the module there is no driver. Usual causes: no module built for the running
            kernel, a module that Secure Boot refuses, or an entry that denies it.
    do      sudo modprobe nvidia && sudo dmesg | tail -20
            sudo apt install --reinstall "linux-modules-nvidia-580-open-$(uname -r)" # when modprobe
            finds no module [no restart]

~ nvidia-container-toolkit is not installed: no container can use the GPU.
    warning: docker.no-gpu-toolkit
    seen    docker.installed yes (docker info)
            docker.toolkit cannot read /var/lib/dpkg/status: no such file or directory
            (/var/lib/dpkg/status)
    why     Docker then answers 'could not select device driver with capabilities: [[gpu]]' or
            'unknown or invalid runtime name: nvidia'. DGX OS brings the toolkit; a machine that was
            set up with plain Ubuntu does not have it.
    do      sudo apt install nvidia-container-toolkit && sudo nvidia-ctk runtime configure
            --runtime=docker && sudo systemctl restart docker [restart of the service]

  GPU       faulty          idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    no-fault-found  not known
  software  degraded        driver 580.173.02; no Python environment; Docker with the NVIDIA runtime
  storage   no-fault-found  not known
  network   no-fault-found  no link is up
  heat      no-fault-found  GPU 36 °C; 0 s of thermal slowdown by hardware since the driver started

  not judged: the GPU was idle: not tested under load (5); fabric.functions: cannot list
  /sys/bus/pci/devices: no such file or directory (3); identity.vendor: cannot read
  /sys/class/dmi/id/sys_vendor: no such file or directory (2); 37 other reasons
  5 log lines that look bad and are not were left out
  144 checks: 94 passed, 48 could not be judged now      gb10 doctor --all
? 1
