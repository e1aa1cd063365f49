"""A process that only thinks: `python -m server.bots.worker package.module:BOTS`.

It reads questions from standard input and writes answers to standard output until the server
closes the pipe. It knows views, never a state: what it is sent is redacted already.
"""

import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Mapping
from typing import BinaryIO

import msgspec

from engine.bots import Levels
from engine.values.events import Event
from engine.values.level import USUAL
from engine.values.offers import Barred, Offer
from engine.values.view import View
from server.bots.calls import Answer, Question, registry


def main(path: str) -> None:
    """Answer until the pipe ends."""
    # Ctrl+C reaches the whole group; the server ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(5)
    replies = os.fdopen(os.dup(1), "wb")
    # Whatever a bot prints must not get between the answers.
    os.dup2(2, 1)
    bots = registry(path)
    while (question := _read(sys.stdin.buffer)) is not None:
        body = msgspec.msgpack.encode(_answer(bots, question))
        try:
            replies.write(len(body).to_bytes(4, "big") + body)
            replies.flush()
        except BrokenPipeError:
            # The server was killed while this was thought about. An orderly exit would only try to
            # write once more.
            os._exit(0)


def _read(pipe: BinaryIO) -> Question | None:
    head = pipe.read(4)
    body = pipe.read(int.from_bytes(head, "big"))
    # A server that is killed while it asks leaves half a question behind.
    if len(head) < 4 or len(body) < int.from_bytes(head, "big"):
        return None
    return msgspec.msgpack.decode(body, type=Question)


def _answer(bots: Mapping[str, Levels], question: Question) -> Answer:
    try:
        levels = bots[question.game]
        action, memory = levels.get(question.level, levels[USUAL])(
            msgspec.msgpack.decode(question.view, type=View),
            msgspec.msgpack.decode(question.events, type=tuple[Event, ...]),
            msgspec.msgpack.decode(question.offers, type=tuple[Offer | Barred, ...]),
            # Only ever what this very code has pickled: the server keeps it and looks not inside.
            None if question.memory is None else pickle.loads(question.memory),
            question.chance,
        )
        return Answer(action, None if memory is None else pickle.dumps(memory))
    except Exception as fault:
        # Not its words: they may name cards.
        return Answer(fault=type(fault).__name__)


if __name__ == "__main__":
    main(sys.argv[1])
