"""Which of a table's options matter, and what their words need to be told."""

from collections.abc import Mapping, Sequence

from engine.values.options import OptionSpec, Value
from tui.locale import Words


def in_force(spec: OptionSpec, values: Mapping[str, Value]) -> bool:
    """Whether an option means anything beside these values of the others."""
    return all(name not in values or values[name] in wanted for name, wanted in spec.only.items())


def shown_options(specs: Sequence[OptionSpec], values: Mapping[str, Value]) -> dict[str, Value]:
    """The options that matter, without those that are known to mean nothing here."""
    idle = {spec.name for spec in specs if not in_force(spec, values)}
    return {name: value for name, value in values.items() if name not in idle}


def facts_of(value: Value, words: Words) -> dict[str, object]:
    """What a sentence about an option's value can say: `value`, and `half` (a small blind)."""
    if type(value) is not int:
        return {"value": value, "half": value}
    return {"value": words.number(value), "half": words.number(max(1, value // 2))}
