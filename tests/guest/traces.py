"""What guests leave behind: rings, the doctor's word on them, and how fast the guard was."""
import json
import re
import struct
import subprocess

MIB = 1 << 20
SLOT = 256
MAGIC = 0x52303147
SAMPLE = 3


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def last_sample(path):
    """Seconds since 1970 of a ring's last whole sample; read apart from the program's own reader."""
    found = []
    with open(path, "rb") as file:
        while slot := file.read(SLOT):
            if len(slot) == SLOT and struct.unpack_from("<I", slot)[0] == MAGIC and slot[32] == SAMPLE:
                found.append((struct.unpack_from("<Q", slot, 8)[0], slot))
    for _, slot in sorted(found, reverse=True):
        if crc32c(slot[8:]) == struct.unpack_from("<I", slot, 4)[0]:
            return struct.unpack_from("<q", slot, 16)[0] * 1e-9
    return 0.0


def parsed(text):
    return json.loads(text[text.index("{"):text.rindex("}") + 1])


def last_boot(gb10, root):
    done = subprocess.run([gb10, "doctor", "--last-boot", "--root", root, "--json"], capture_output=True, text=True, timeout=60)
    return parsed(done.stdout)


def tell(found, say):
    for key in ("evidence", "contradicting", "missing"):
        for line in found.get(key, []):
            say(f"  {key}: {line}")


def reaction(guest, speed):
    """From the crossing of the levels, and of the line from which the floor is a second away, as the witness saw it, to the moment at which the eater got its SIGTERM."""
    levels = re.search(r"acts below ([\d.]+) MiB and falling, and always below ([\d.]+) MiB", guest.log)
    got = float(re.search(r"eater: SIGTERM at ([\d.]+)", guest.log)[1])
    ticks = guest.ticks()
    words = []
    acts, floor = map(float, levels.groups())
    for level in (floor + speed, acts, floor):
        crossed = next((each for each in ticks if each[2] < level), None)
        words.append(f"{(got - crossed[0]) * 1000:.0f} ms after {level:.0f} MiB" if crossed and crossed[0] <= got
                     else f"before {level:.0f} MiB")
    least = min(ticks, key=lambda each: each[2])
    gap = max((b[0] - a[0] for a, b in zip(ticks, ticks[1:])), default=0)
    return f"SIGTERM {', '.join(words)}; {least[2]:.0f} MiB at the least; the witness's longest gap {gap * 1000:.0f} ms"
