"""Network interfaces, the PCI functions behind them, and the ConnectX-7's RDMA devices."""
import json

PCI = "/sys/bus/pci/devices"
IP = ("ip", "-j", "addr", "show")
PORTS = {"enp1s0f0np0": "0000:01:00.0", "enp1s0f1np1": "0000:01:00.1",
         "enP2p1s0f0np0": "0002:01:00.0", "enP2p1s0f1np1": "0002:01:00.1"}


def pci(tree, place, vendor, device, kind, **more):
    tree.under(f"{PCI}/{place}", {"vendor": f"0x{vendor}\n", "device": f"0x{device}\n",
                                  "class": f"{kind}\n"} | more)


def network(tree):
    interface(tree, "lo", None, addresses=["127.0.0.1/8"])
    interface(tree, "enP7s7", "0007:01:00.0", speed=10000, addresses=["192.0.2.17/24"])
    interface(tree, "wlP9s9", "0009:01:00.0", up=False)
    tree.empty("/sys/class/net/wlP9s9/wireless")
    tree.query(["journalctl", "-b", "0", "-u", "wpa_supplicant", "-g", "PTK|key addition failed", "-n",
                "200", "-o", "cat", "--no-pager"], "-- No entries --\n")
    interface(tree, "docker0", None, up=False, addresses=["192.0.2.129/28"])
    pci(tree, "0007:01:00.0", "10ec", "8127", "0x020000")
    tree.link(f"{PCI}/0007:01:00.0/driver", "../../drivers/r8127")
    pci(tree, "0009:01:00.0", "14c3", "7925", "0x028000")
    tree.link(f"{PCI}/0009:01:00.0/driver", "../../drivers/mt7925e")
    for name, place in PORTS.items():
        pci(tree, place, "15b3", "1021", "0x020000", current_link_width="4\n", max_link_width="4\n",
            current_link_speed="32.0 GT/s PCIe\n")
        tree.link(f"{PCI}/{place}/driver", "../../drivers/mlx5_core")
        interface(tree, name, place, up=False)
        rdma(tree, name)
    tree.empty("/dev/infiniband/uverbs0")


def interface(tree, name, place, up=True, speed=None, mtu=1500, addresses=()):
    folder = f"/sys/class/net/{name}"
    tree.under(folder, {"operstate": ("unknown" if name == "lo" else "up" if up else "down") + "\n",
                        "carrier": f"{int(up)}\n", "mtu": f"{mtu}\n", "type": "1\n"})
    tree.file(f"{folder}/speed", speed if up and speed else -1)
    if place:
        tree.link(f"{folder}/device", f"../../../bus/pci/devices/{place}")
    told = json.loads(tree.queries.get(IP, {"stdout": "[]"})["stdout"])
    told = [each for each in told if each["ifname"] != name]
    info = [{"family": "inet", "local": address.split("/")[0],
             "prefixlen": int(address.split("/")[1])} for address in addresses]
    told.append({"ifname": name, "addr_info": info})
    tree.query(list(IP), json.dumps(told))


def cabled(tree, name, mtu=9000, addresses=()):
    """A ConnectX-7 port with a 200 Gb/s cable in it."""
    interface(tree, name, PORTS[name], speed=200000, mtu=mtu, addresses=addresses)
    rdma(tree, name, up=True, address=addresses[0].split("/")[0] if addresses else None)


def rdma(tree, name, up=False, address=None):
    device = name.replace("enP", "roceP").replace("enp", "rocep").removesuffix("np" + name[-1])
    folder = f"/sys/class/infiniband/{device}"
    tree.drop(folder)
    tree.file(f"{folder}/fw_ver", "28.45.4028\n")
    tree.under(f"{folder}/ports/1", {
        "state": "4: ACTIVE\n" if up else "1: DOWN\n",
        "rate": "200 Gb/sec (2X NDR)\n" if up else "40 Gb/sec (4X QDR)\n",
        "gid_attrs/ndevs/0": f"{name}\n"})
    # Entries 0 and 1 are the link-local ones, of a hardware address that is plainly none.
    gids = ["fe80:0000:0000:0000:0000:00ff:fe00:0001"] * 2 if up else []
    if address:
        digits = "".join(f"{int(part):02x}" for part in address.split("."))
        gids += [f"0000:0000:0000:0000:0000:ffff:{digits[:4]}:{digits[4:]}"] * 2
    for index, gid in enumerate(gids):
        tree.file(f"{folder}/ports/1/gids/{index}", gid + "\n")
        tree.file(f"{folder}/ports/1/gid_attrs/types/{index}",
                  "RoCE v2\n" if index % 2 else "IB/RoCE v1\n")
