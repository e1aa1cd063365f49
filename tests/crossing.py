"""Whether a limit is crossed by a test: the tables of limits name one for each."""

import ast
import re
from pathlib import Path


def crosses(file: Path, name: str, limit: str) -> bool:
    """Whether there is a test of that name in the file, and the limit's name is in it."""
    source = file.read_text("utf-8")
    (test,) = (
        one
        for one in ast.parse(source).body
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name == name
    )
    # With its decorators, which may give the name.
    first = min((test.lineno, *(one.lineno for one in test.decorator_list)))
    text = "\n".join(source.splitlines()[first - 1 : test.end_lineno])
    return re.search(rf"\b{limit}\b", text) is not None
