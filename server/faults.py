"""How our own faults are written to the log file: where, never with what."""

import logging
import traceback
from pathlib import Path


def report(log: logging.Logger, what: str, fault: BaseException) -> None:
    """Log an exception by its kind and the lines it came through.

    Its message and the values on the way stay out: they may hold somebody's cards, or text that
    somebody sent.
    """
    frames = traceback.extract_tb(fault.__traceback__)
    way = " < ".join(
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in reversed(frames)
    )
    log.error("%s: %s at %s", what, type(fault).__name__, way or "?")
