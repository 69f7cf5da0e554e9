"""Transformers that are asked for flash_attention_2 take PyTorch's own attention (sdpa) where flash-attn
is not there, or is a build whose libraries are missing here (setting "because" says so). Attention over
packed sequences needs a mask that only newer Transformers make for sdpa: with older ones a collator
that packs is refused, for its attention would be wrong without an error. A model that caps its attention's
scores (Gemma 2) is left as it asks: sdpa drops the cap without a word.
"""
import functools
import importlib.util

_ASKED = "flash_attention_2"
_PATHS = ("_check_and_adjust_attn_implementation", "_autoset_attn_implementation")


class _State:
    mapped = packs = left = None


def _makes_packed_masks():
    try:
        found = importlib.util.find_spec("transformers.masking_utils")
        if found is None:
            return False
        import transformers.masking_utils as masks

        return hasattr(masks, "find_packed_sequence_indices")
    except ImportError:
        return False


def _check():
    if _State.mapped and _State.packs and not _makes_packed_masks():
        raise RuntimeError(
            "gb10: %s packs sequences, and these Transformers make no mask for that without flash-attn: attention "
            "would reach from one into the next; use a newer Transformers (4.53 or later), or another collator" % _State.packs)


def _why(gb10):
    if gb10.settings.get("because"):
        return gb10.settings["because"]
    try:
        return "flash-attn is not there" if importlib.util.find_spec("flash_attn") is None else None
    except (ImportError, ValueError):
        return None  # something was put in its place: that is the program's own


def _caps_scores(config):
    parts = [config] + [getattr(config, each, None) for each in ("text_config", "encoder", "decoder")]
    return any(getattr(each, "attn_logit_softcapping", None) for each in parts)


def _instead(asked, config, gb10):
    """What is taken in the place of `asked`."""
    why = _why(gb10) if asked == _ASKED else None
    if why is None:
        return asked
    if _caps_scores(config):
        if not _State.left:
            reason = "this model caps its attention's scores, which sdpa does not"
            gb10.note(False, reason)
            gb10.say("%s is left as it is asked for: %s" % (asked, reason))
        _State.left = True
        return asked
    if not _State.mapped:
        gb10.say("sdpa is taken in the place of %s: %s" % (asked, why))
        gb10.note(True, "sdpa was taken in the place of %s" % asked)
    _State.mapped = True
    _check()
    return "sdpa"


def _adjusting(original, gb10):
    """Of Transformers from 4.55: a method that gets what was asked for, and gives what is taken."""

    @functools.wraps(original)
    def adjusted(self, attn_implementation, *rest, **named):
        instead = _instead(attn_implementation, getattr(self, "config", None), gb10)
        return original(self, instead, *rest, **named)

    return adjusted


def _autosetting(original, gb10):
    """Of those before: a class method that reads what was asked for in the configuration."""

    @functools.wraps(original)
    def autoset(cls, config, *rest, **named):
        asked = getattr(config, "_attn_implementation_internal", None)
        instead = _instead(asked, config, gb10)
        if instead != asked:
            config._attn_implementation_internal = instead
        return original.__func__(cls, config, *rest, **named)

    return classmethod(autoset)


def _collator(name, gb10):
    """Looks at each collator of that name that is made."""

    def change(module):
        collator = getattr(module, name, None)
        if collator is None:
            return "has no %s" % name
        original = collator.__init__
        if getattr(original, "__gb10__", False):
            return "was changed before"

        @functools.wraps(original)
        def __init__(self, *arguments, **named):
            original(self, *arguments, **named)
            if name == "DataCollatorWithFlattening" or getattr(self, "padding_free", False):
                _State.packs = name
                _check()

        __init__.__gb10__ = True
        collator.__init__ = __init__
        return "%s is looked at when it is made" % name

    return change


def early(package, gb10):
    """A collator may be made before there is a model."""
    gb10.after("transformers.data.data_collator", _collator("DataCollatorWithFlattening", gb10))
    gb10.after("trl.trainer.sft_trainer", _collator("DataCollatorForLanguageModeling", gb10))


def apply(module, gb10):
    model = getattr(module, "PreTrainedModel", None)
    name = next((each for each in _PATHS if each in vars(model or object)), None)
    if name is None:
        raise gb10.LeftAlone("it chooses its attention in a way that is not known")
    original = vars(model)[name]
    if getattr(getattr(original, "__func__", original), "__gb10__", False):
        return "was changed before"
    if isinstance(original, classmethod):
        changed = _autosetting(original, gb10)
    else:
        changed = _adjusting(original, gb10)
    getattr(changed, "__func__", changed).__gb10__ = True
    setattr(model, name, changed)
    return "flash_attention_2 becomes sdpa where flash-attn cannot be used"
