"""What any Linux machine has: processes, units, journal, memory tables, and what it may lack."""
import datetime
import json

GIB = 1 << 20  # in kB
HOST = "gb10-example"
ORDERS = 14    # sizes of free blocks, 4 KiB to 32 MiB

UNITS = ("ollama", "vllm", "sglang", "llama-server", "comfyui", "docker", "containerd", "earlyoom",
         "systemd-oomd", "nvidia-persistenced", "fwupd", "nvsm-core", "dgx-dashboard",
         "dgx-dashboard-admin", "ssh", "zramswap", "systemd-zram-setup@zram0", "dgx-optimize")


def process(tree, pid, name, parent, arguments, state="S", user=1000):
    """`name` is what the kernel keeps of it: 15 bytes."""
    short = name[:15]
    numbers = " ".join(["0"] * 48)
    tree.under(f"/proc/{pid}", {
        "stat": f"{pid} ({short}) {state} {parent} {numbers}\n",
        "status": f"Name:\t{short}\nUid:\t{user}\t{user}\t{user}\t{user}\n",
        "cmdline": "".join(word + "\0" for word in arguments)})


def units(tree):
    return ["systemctl", "show", *(f"{unit}.service" for unit in UNITS), "-p",
            "Id,LoadState,ActiveState,UnitFileState,NRestarts,ExecStart,Environment,EnvironmentFiles"]


def systemd(tree, states, environment=None):
    """The state of each unit; those that are not named are not there."""
    stanzas = []
    for unit in UNITS:
        state = states.get(unit.replace("@", "_"), states.get(unit))
        lines = [f"Id={unit}.service"]
        if state:
            program = f"/usr/bin/{unit}"
            lines += ["LoadState=loaded", f"ActiveState={state}", "UnitFileState=enabled",
                      "NRestarts=0", f"ExecStart={{ path={program} ; argv[]={program} ; "
                      "ignore_errors=no ; status=0/0 }",
                      f"Environment={(environment or {}).get(unit, '')}"]
        else:
            lines += ["LoadState=not-found", "ActiveState=inactive", "NRestarts=0"]
        stanzas.append("\n".join(lines) + "\n")
    tree.query(units(tree), "\n".join(stanzas))


# The journal

def kernel_log(tree, begun, messages):
    lines = []
    for number, message in enumerate(messages):
        moment = datetime.datetime.fromtimestamp(begun + 4 + number // 3, datetime.timezone.utc)
        lines.append(f"{moment.isoformat()} {HOST} kernel: {message}\n")
    tree.query(["journalctl", "-k", "-b", "0", "-o", "short-iso", "--no-pager", "-n", "20000"],
               "".join(lines))


def journal(tree, last_lines):
    """The last lines of the boot before."""
    tree.query(["journalctl", "-b", "-1", "-n", "400", "-o", "cat", "--no-pager"],
               "".join(line + "\n" for line in last_lines))


def boots(tree, *each):
    """(number, begun, ended)."""
    tree.query(["journalctl", "--list-boots", "-o", "json", "--no-pager"], json.dumps([
        {"index": index, "first_entry": begun * 1000000, "last_entry": ended * 1000000}
        for index, begun, ended in each]) + "\n")


# Memory

IDLE = {"MemTotal": 127600748, "MemFree": 121964812, "MemAvailable": 123511204, "Buffers": 98564,
        "Cached": 2204512, "SwapCached": 0, "AnonPages": 1203448, "Unevictable": 12288,
        "Mlocked": 12288, "SwapTotal": 16777212, "SwapFree": 16777212, "Dirty": 412, "Writeback": 0,
        "Mapped": 402816, "Shmem": 5428, "KReclaimable": 181236, "SReclaimable": 181236,
        "SUnreclaim": 420184, "KernelStack": 13056, "PageTables": 18840, "VmallocUsed": 152460,
        "Percpu": 21760, "CmaTotal": 131072, "CmaFree": 107904, "HugePages_Total": 0,
        "Hugepagesize": 2048, "Hugetlb": 0}


def meminfo(tree, large, middle=60, **changed):
    """/proc/meminfo in kB, and free blocks that add up to what is free: `large` of 32 MiB, `middle`
    of 16 MiB."""
    values = IDLE | changed
    tree.file("/proc/meminfo", "".join(
        f"{name + ':':<16}{value:>9}{'' if name == 'HugePages_Total' else ' kB'}\n"
        for name, value in values.items()))
    counts = [0] * ORDERS
    counts[13], counts[12] = large, middle
    left = values["MemFree"] - large * 32768 - middle * 16384
    assert left >= 0, "more in large blocks than is free"
    for order in range(11, 0, -1):
        counts[order] = left // 3 // (4 << order)
        left -= counts[order] * (4 << order)
    counts[0] = left // 4
    tree.file("/proc/buddyinfo", "Node 0, zone   Normal " +
              " ".join(f"{count:>6}" for count in counts) + "\n")
