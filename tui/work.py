"""Work that waits for the server, beside whatever else an app or a screen does."""

from collections.abc import Callable, Coroutine
from typing import Any

from textual.dom import DOMNode
from textual.worker import Worker


def begin(
    node: DOMNode, work: Callable[[], Coroutine[Any, Any, None]], group: str | None = None
) -> Worker[None]:
    """Do `work` as one of the node's workers, and end the others of its `group`, if it has one.

    The coroutine is made when its turn comes: of a session that ends before, nothing is left that
    was never awaited.
    """

    async def running() -> None:
        await work()

    if group is None:
        worker: Worker[None] = node.run_worker(running)
    else:
        worker = node.run_worker(running, group=group, exclusive=True)
    return worker
