"""How both processes write their log: one line an event, in words or as JSON.

It is here because neither of them may import the other. What goes into a line is decided where it
is written; here nothing gets in beside it: no traceback, whose messages may hold somebody's cards,
and nothing that a terminal would obey.
"""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

Form = Literal["text", "json"]


def start(form: Form, level: int = logging.INFO) -> None:
    """Write what this process logs to its standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Text())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # Tells of every connection what is said here already, and of keys.
    logging.getLogger("asyncssh").setLevel(logging.WARNING)


def facts(event: str, **values: str | int | None) -> dict[str, Any]:
    """For `extra` of a log call: what its sentence says, for programs that read the log."""
    return {"event": event, "facts": values}


class Text(logging.Formatter):
    """`2026-11-30 19:14:01 INFO what happened`, in UTC."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's line."""
        at = datetime.fromtimestamp(record.created, UTC)
        return f"{at:%Y-%m-%d %H:%M:%S} {record.levelname} {_sentence(record)}"


class Json(logging.Formatter):
    """One object: at, level, from, said.

    Then event and its facts, where they were given; else the sentence's pattern and what it was
    filled with, so that lines of one kind can be counted.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The record's line."""
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "at": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": _sentence(record),
        }
        if (event := getattr(record, "event", None)) is not None:
            line |= {"event": event, **getattr(record, "facts", {})}
        elif isinstance(record.args, tuple) and record.args and not record.exc_info:
            filled = [_plain(str(one)) for one in record.args]
            line |= {"pattern": _plain(record.msg), "with": filled}
        return json.dumps(line, ensure_ascii=False)


def _sentence(record: logging.LogRecord) -> str:
    said = record.getMessage()
    fault = record.exc_info[1] if record.exc_info else None
    if fault is not None:
        # What asyncio says of a task that failed goes on with a picture of it.
        said = f"{said.partition(chr(10))[0]}: {type(fault).__name__} at {way(fault)}"
    return _plain(said)


def _plain(text: str) -> str:
    """`text` with escapes for what can't be seen, or would be obeyed."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def way(fault: BaseException) -> str:
    """The lines that an exception came through, the innermost first, without any values."""
    frames = reversed(traceback.extract_tb(fault.__traceback__))
    steps = (f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in frames)
    return " < ".join(steps) or "?"
