# Written by gb10 env startup. IPython and every Jupyter kernel run it when they start; it prints what the machine has now, asks
# nothing of a network, starts nothing on the GPU, and never keeps a kernel from starting.
def _gb10_startup():
    def memory():
        amounts = {}
        with open("/proc/meminfo") as lines:
            for line in lines:
                name, _, rest = line.partition(":")
                amounts[name] = int(rest.split()[0]) / 2**20
        return "memory: {MemAvailable:.1f} of {MemTotal:.1f} GiB available".format(**amounts)

    def gpu():
        import glob
        names = []
        for path in sorted(glob.glob("/proc/driver/nvidia/gpus/*/information")):
            with open(path) as lines:
                names += [line.partition(":")[2].strip() for line in lines if line.startswith("Model:")]
        return "GPU: " + (", ".join(names) or "none that the NVIDIA driver shows")

    def torch():
        # Read from its metadata: importing torch takes seconds and a context on the GPU takes memory.
        from importlib import metadata
        try:
            return "torch: " + metadata.version("torch")
        except metadata.PackageNotFoundError:
            return "torch: not in this environment"

    for part in (gpu, memory, torch):
        try:
            print(part())
        except Exception as error:
            print("{}: not known ({})".format(part.__name__, type(error).__name__))


try:
    _gb10_startup()
except Exception:
    pass
finally:
    del _gb10_startup
