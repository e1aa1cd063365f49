"""How our own faults are written to the log file: where, never with what."""

import logging

from protocol.journal import way


def report(log: logging.Logger, what: str, fault: BaseException) -> None:
    """Log an exception by its kind and the lines it came through.

    Its message and the values on the way stay out: they may hold somebody's cards, or text that
    somebody sent.
    """
    log.error("%s: %s at %s", what, type(fault).__name__, way(fault))
