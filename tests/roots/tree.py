"""A machine as a folder: files, symbolic links, and in .gb10/ the answers that no file can give."""
import json
import os
import struct


class Tree:
    def __init__(self):
        self.files, self.links = {}, {}  # by absolute path
        self.queries = {}                # by argv
        self.spaces, self.gpu = {}, {}   # by path; by question
        self.environment, self.user, self.now = {}, 1000, 0

    # Files

    def file(self, path, content="\n"):
        """`content` is text or bytes; numbers become a line."""
        self.drop(path)
        if isinstance(content, (int, float)):
            content = f"{content}\n"
        self.files[path] = content.encode() if isinstance(content, str) else content

    def under(self, folder, contents):
        """Files below one folder: {"vendor": "0x10de\\n", …}."""
        for name, content in contents.items():
            self.file(f"{folder}/{name}", content)

    def empty(self, *paths):
        for path in paths:
            self.file(path, "")

    def link(self, path, target):
        self.drop(path)
        self.links[path] = target

    def drop(self, path):
        """Takes away a file, a link, or all that is below a folder."""
        for table in (self.files, self.links):
            for each in [p for p in table if p == path or p.startswith(path + "/")]:
                del table[each]

    def replace(self, path, old, new):
        """Changes a text that must be there."""
        text = self.files[path].decode()
        assert old in text, f"{path} has no {old!r}"
        self.file(path, text.replace(old, new))

    def append(self, path, text):
        self.file(path, self.files[path].decode() + text)

    # Answers

    def query(self, argv, stdout, status=0, stderr=""):
        answer = {"argv": argv, "exit": status, "stdout": stdout}
        self.queries[tuple(argv)] = answer | ({"stderr": stderr} if stderr else {})

    def no_query(self, argv, kind="not_found", what=None):
        what = what or f"{argv[0]} is not on this machine"
        self.queries[tuple(argv)] = {"argv": argv, "error": {"kind": kind, "what": what}}

    def space(self, path, total, available):
        self.spaces[path] = {"path": path, "total": total, "available": available}

    def ask(self, question, answer):
        """driver, list, processes."""
        self.gpu[question] = [{"ask": question, "answer": answer}]

    def no_answer(self, question, kind, what):
        self.gpu[question] = [{"ask": question, "error": {"kind": kind, "what": what}}]

    def samples(self, *samples):
        """(seconds, utilization, MHz, watts, °C, reasons) each, of GPU 0."""
        names = ("seconds", "utilization", "sm_clock", "power", "temperature", "reasons")
        lines = []
        for sample in samples:
            values = dict(zip(names, sample))
            values["sm_clock"] = int(values["sm_clock"] * 1e6)
            lines.append({"ask": "sample", "gpu": 0, "answer": values})
        self.gpu["sample"] = lines

    # The folder

    def contents(self):
        """Every file as bytes and every link as text, by its path below the folder."""
        told = {"self.json": json.dumps({"user": self.user, "environment": self.environment,
                                         "now": self.now}, indent=1, sort_keys=True)}
        told["queries.jsonl"] = json_lines(self.queries[key] for key in sorted(self.queries))
        told["space.jsonl"] = json_lines(self.spaces[key] for key in sorted(self.spaces))
        told["gpu.jsonl"] = json_lines(line for lines in self.gpu.values() for line in lines)
        files = {path[1:]: content for path, content in self.files.items()}
        files |= {f".gb10/{name}": (text.rstrip("\n") + "\n").encode()
                  for name, text in told.items()}
        return files | {path[1:]: target for path, target in self.links.items()}

    def write(self, folder):
        for path, content in sorted(self.contents().items()):
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, str):
                place.symlink_to(content)
            else:
                place.write_bytes(content)

    def differences(self, folder):
        """Names of what is missing, too much or different in `folder`."""
        wanted, there = self.contents(), read_folder(folder)
        for path in sorted(wanted.keys() | there.keys()):
            if wanted.get(path) != there.get(path):
                yield path


def json_lines(values):
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def read_folder(folder):
    found = {}
    for parent, dirs, files in os.walk(folder):
        for name in dirs + files:
            path = os.path.join(parent, name)
            key = os.path.relpath(path, folder)
            if os.path.islink(path):
                found[key] = os.readlink(path)
            elif name in files:
                with open(path, "rb") as file:
                    found[key] = file.read()
    return found


# ELF files, as small as a loader's reader takes them: 64 bits, little-endian.

MACHINES = {"aarch64": 183, "x86_64": 62}
DT_NULL, DT_NEEDED, DT_STRTAB, DT_STRSZ, DT_SONAME = 0, 1, 5, 10, 14


def elf(machine="aarch64", needed=(), soname="", rodata=b""):
    """A shared object that needs `needed`, with one section of constants."""
    strings, index = b"\0", {}
    for name in [*needed, soname]:
        index[name] = len(strings)
        strings += name.encode() + b"\0"
    names = b"\0.rodata\0.shstrtab\0"
    strings_at = 64 + 2 * 56
    dynamic = [(DT_NEEDED, index[name]) for name in needed]
    dynamic += [(DT_SONAME, index[soname])] if soname else []
    dynamic += [(DT_STRTAB, strings_at), (DT_STRSZ, len(strings)), (DT_NULL, 0)]
    table = b"".join(struct.pack("<QQ", *entry) for entry in dynamic)
    table_at = strings_at + len(strings)
    rodata_at = table_at + len(table)
    names_at = rodata_at + len(rodata)
    sections_at = names_at + len(names)
    whole = sections_at + 3 * 64
    head = b"\x7fELF\x02\x01\x01" + bytes(9)
    head += struct.pack("<HHIQQQIHHHHHH", 3, MACHINES[machine], 1, 0, 64, sections_at, 0, 64, 56, 2,
                        64, 3, 2)
    head += struct.pack("<IIQQQQQQ", 1, 4, 0, 0, 0, whole, whole, 4096)
    head += struct.pack("<IIQQQQQQ", 2, 4, table_at, table_at, table_at, len(table), len(table), 8)
    sections = section(0, 0, 0, 0) + section(1, 1, rodata_at, len(rodata))
    sections += section(9, 3, names_at, len(names))
    return head + strings + table + rodata + names + sections


def section(name, kind, offset, size):
    return struct.pack("<IIQQQQIIQQ", name, kind, 0, offset, offset, size, 0, 0, 1, 0)


def compiler(version, machine="aarch64"):
    """A program that carries the version line of CUDA's tools: "13.0.88"."""
    release = ".".join(version.split(".")[:2])
    text = f"\0Cuda compilation tools, release {release}, V{version}\0"
    return elf(machine, rodata=text.encode())
