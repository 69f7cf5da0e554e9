"""gb10 run put this first on the path of this Python and of those that it starts. It runs the
sitecustomize that stands behind it, waits for the modules that the plan beside it names, changes
them right after their import, and writes down what took effect. It never stops a program: what does
not fit is left alone and said in one line. Python 3.8 and later.
"""
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
_SEEN = os.path.join(_HERE, "seen.jsonl")
_MOST = 8 << 20  # bytes of what is written down: a program may start Python very often


def _json(value):
    """As JSON; the module of that name is not loaded for it, which costs each start milliseconds."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(_json(key) + ": " + _json(item) for key, item in value.items()) + "}"
    text = "".join("\\u%04x" % ord(each) if each in '"\\' or ord(each) < 32 else each for each in str(value))
    return '"' + text + '"'


def _write(**event):
    """A line of its own, whole, also where many processes write. When there are _MOST bytes, gb10 says so."""
    try:
        event["pid"] = os.getpid()
        line = (_json(event) + "\n").encode("utf-8", "replace")
        file = os.open(_SEEN, os.O_WRONLY | os.O_APPEND | getattr(os, "O_CLOEXEC", 0))
        try:
            if os.fstat(file).st_size < _MOST:
                os.write(file, line if len(line) < 65536 else b'{"event": "trouble", "why": "a line was too long"}\n')
        finally:
            os.close(file)
    except OSError:
        pass  # the run is over, and its folder gone: nobody reads any more


def _say(text):
    try:
        os.write(2, ("gb10: " + text + "\n").encode("utf-8", "replace"))
    except OSError:
        pass


def _say_once(text):
    """Of all processes of a run only one says it."""
    try:
        # Of letters that every file system takes: a name that cannot be made would be taken for one that is there.
        name = "".join(each if each.isalnum() and each < "\x7f" else "-" for each in text)[:200]
        os.close(os.open(os.path.join(_HERE, "said-" + name), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError:
        return
    _say(text)


class LeftAlone(Exception):
    """What a hook raises where the module is not as it expects."""


class _Hook:
    """What the code of a hook is given."""

    LeftAlone = LeftAlone

    def __init__(self, plan):
        self.name, self.module, self.settings = plan["name"], plan["module"], plan["settings"]
        self.code, self._names = _text("hook-" + self.name), None

    def say(self, text):
        """One line for all processes of a run."""
        _say_once(text)

    def note(self, done, why, module=None):
        """Writes down what became of it."""
        _write(event="hook", name=self.name, module=module or self.module, done=done, why=why)

    def after(self, module, change):
        """`change(module)` right after the import of another one; at once where that is done."""
        _wait_for(module, lambda found: self._try(change, found, module))

    def run(self, module):
        """What is done right after the import of its module."""
        self._try(lambda found: self._function("apply")(found, self), module, self.module)

    def run_early(self, package):
        """What is done right after the import of the package above it, before its own parts are there."""
        try:
            self._function("early")(package, self)
        except Exception as error:  # noqa: BLE001  a hook must not end the program
            self._leave("%s: %s" % (type(error).__name__, error), self.module)

    def _function(self, name):
        if self._names is None:
            self._names = {"__name__": "gb10_hook"}
            exec(compile(self.code, "<gb10 hook %s>" % self.name, "exec"), self._names)
        return self._names[name]

    def _leave(self, why, module):
        why = why.split("\n")[0]
        self.note(False, why, module)
        _say_once("%s: %s is left alone: %s" % (self.name, module, why))

    def _try(self, change, found, module):
        try:
            self.note(True, change(found) or "", module)
        except LeftAlone as why:
            self._leave(str(why), module)
        except Exception as error:  # noqa: BLE001  a hook must not end the program
            self._leave("%s: %s" % (type(error).__name__, error), module)


_waiting = {}  # module -> what is to be done after its import


def _wait_for(module, change):
    there = sys.modules.get(module)
    is_done = there is not None and not getattr(getattr(there, "__spec__", None), "_initializing", False)
    _waiting.setdefault(module, []).append(change)
    if is_done:
        change(there)


def _changes(module):
    # A module may have put something else in its place.
    for change in list(_waiting.get(module.__name__, ())):
        change(sys.modules.get(module.__name__, module))


# The name of the file is that of Python's own importer: its frames, and so this one, are left out of
# tracebacks, and an error in the module looks as it does without us.
_EXEC = """
def exec_module(self, module):
    self.restore(module)
    self.original.exec_module(module)
    self.changes(module)
"""
_names = {}
exec(compile(_EXEC, "<frozen importlib._bootstrap_external>", "exec"), _names)


class _Loader:
    """The loader of a module, and something after it. The module never sees it."""

    def __init__(self, original):
        self.original = original

    def __getattr__(self, name):
        return getattr(self.__dict__["original"], name)

    def create_module(self, spec):
        create = getattr(self.original, "create_module", None)
        return create(spec) if create else None

    def restore(self, module):
        module.__loader__ = self.original
        if getattr(module, "__spec__", None) is not None:
            module.__spec__.loader = self.original

    changes = staticmethod(_changes)
    exec_module = _names["exec_module"]


class _Finder:
    """Lets the others find a module that is waited for."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in _waiting:
            return None
        for finder in list(sys.meta_path):
            find = None if finder is _Finder else getattr(finder, "find_spec", None)
            spec = find(name, path, target) if find else None
            if spec is not None:
                if spec.loader is not None and hasattr(spec.loader, "exec_module"):
                    spec.loader = _Loader(spec.loader)
                return spec
        return None


def _text(name):
    # Read at once, for the folder may be gone when it is wanted, and compiled only then.
    with open(os.path.join(_HERE, name), "rb") as file:
        return file.read()


def _read_plan():
    # JSON, which is Python but for these.
    return eval(_text("plan"), {"__builtins__": {}, "true": True, "false": False, "null": None})


def _readings(variables, code):
    """What took effect, once the program is done; only modules that it has loaded are asked."""
    try:
        names = {"__name__": "gb10_readings"}
        if any(each in sys.modules for each in ("torch", "triton", "transformer_engine")):
            exec(compile(code, "<gb10 readings>", "exec"), names)
            for event in names["readings"](variables):
                _write(event="variable", **event)
            return
        for name in variables:
            _write(event="variable", name=name, value=os.environ.get(name), seen=None, agrees=None)
    except Exception as error:  # noqa: BLE001
        _write(event="trouble", why="%s: %s" % (type(error).__name__, error))


def _start():
    plan = _read_plan()
    variables = {name: os.environ.get(name) for name in plan["variables"]}
    _write(event="start", python="%d.%d.%d" % sys.version_info[:3], program=sys.executable, variables=variables)
    for each in plan["hooks"]:
        hook = _Hook(each)
        if b"\ndef early(" in hook.code:
            _wait_for(each["module"].split(".")[0], hook.run_early)
        _wait_for(each["module"], hook.run)
    if _waiting:
        sys.meta_path.insert(0, _Finder)
    if plan["variables"]:
        import atexit

        atexit.register(_readings, plan["variables"], _text("readings"))


def _chain():
    """The sitecustomize that this one hides: a distribution's, a virtual environment's."""
    # importlib's own parts, which are there anyway: importlib.util would load a dozen modules.
    import _frozen_importlib
    import _frozen_importlib_external

    sys.path[:] = [each for each in sys.path if os.path.abspath(each or ".") != _HERE]
    spec = _frozen_importlib_external.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        return
    module = _frozen_importlib.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


# An older Python that a program starts is left as it is.
if sys.version_info >= (3, 8):
    try:
        _start()
    except Exception as _error:  # noqa: BLE001
        _say("no hooks in this Python: %s: %s" % (type(_error).__name__, _error))
_chain()
