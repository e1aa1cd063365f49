"""`python -m tests.bench [--only NAME]`: run the benches (but for LONG), print the table."""

import argparse
import importlib
import pkgutil
from collections.abc import Iterable

import tests.bench
from tests.bench import Line

# Half an hour of deals: measured only when asked for by name.
LONG = {"betting_bot", "indian_bots", "openface_bots"}

VERDICTS = {True: "ok", False: "falls short", None: ""}


def modules() -> list[str]:
    """The names of all benches."""
    found = pkgutil.iter_modules(tests.bench.__path__)
    return sorted(module.name for module in found if module.name.startswith("bench_"))


def main() -> None:
    """Print each line as soon as it is measured; a bench that breaks is a line too."""
    names = [name.removeprefix("bench_") for name in modules()]
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("--only", metavar="NAME", choices=names, help=", ".join(names))
    only = parser.parse_args().only
    show(Line("what", "measured", "budget"))
    for name in names:
        if only == name or (only is None and name not in LONG):
            for line in lines(name):
                show(line)


def lines(name: str) -> Iterable[Line]:
    """The lines of one bench."""
    try:
        yield from importlib.import_module(f"tests.bench.bench_{name}").bench()
    except Exception as fault:
        yield Line(name, f"broken: {fault!r}", ok=False)


def show(line: Line) -> None:
    """One row, flushed: long benches are watched."""
    row = f"{line.what:<58} {line.measured:<26} {line.budget:<22} {VERDICTS[line.ok]}"
    print(row.rstrip(), flush=True)


if __name__ == "__main__":
    main()
