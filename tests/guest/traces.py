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


def foreseen(ticks, floor, ahead_below):
    """When the floor was first a second away, by the slope of the last quarter of a second as the witness saw it."""
    for i, (now, _, available) in enumerate(ticks):
        before = next((each for each in reversed(ticks[:i]) if now - each[0] >= 0.25), None)
        slope = (available - before[2]) / (now - before[0]) if before else 0
        if available < ahead_below and slope < 0 and (available - floor) / -slope <= 1:
            return now
    return None


def reaction(guest):
    """Seconds from the line at which the guard must act to the moment at which the eater got its SIGTERM, and all in words."""
    said = re.search(r"watching ([\d.]+) GiB of memory: acts below ([\d.]+) MiB and falling, and always below ([\d.]+) MiB", guest.log)
    total, acts, floor = map(float, said.groups())
    got = float(re.search(r"eater: SIGTERM at ([\d.]+)", guest.log)[1])
    ticks = guest.ticks()
    line = foreseen(ticks, floor, 0.25 * 1024 * total)
    below = next((each[0] for each in ticks if each[2] < floor), None)
    late = max((got - each for each in (line, below) if each and each <= got), default=0.0)
    least = min(ticks, key=lambda each: each[2])
    gap = max((b[0] - a[0] for a, b in zip(ticks, ticks[1:])), default=0)
    when = f"{late * 1000:.0f} ms after the floor was a second away" if late else "before the floor was a second away"
    return late, (f"SIGTERM {when}; levels {acts:.0f} and {floor:.0f} MiB, {least[2]:.0f} MiB at the least; "
                  f"the witness's longest gap {gap * 1000:.0f} ms")
