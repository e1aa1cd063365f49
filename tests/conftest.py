"""What holds for every test: what a task or a callback fails with reaches somebody."""

import gc
import logging
import signal
from collections.abc import Iterator

import pytest

# Whoever is started by a shell in the background, or by nohup, ignores these, and so do its
# children; the programs under test respect that, and tests that send them a signal would wait.
for _number, _usual in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGHUP, signal.SIG_DFL),
):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, _usual)

# Thousands of tests are there to stay: to look through them for garbage while they are gathered,
# and again with every test that makes some, costs more than many of the tests.
gc.disable()


def pytest_collection_finish() -> None:
    """From here on there is garbage again, and it is looked for among what is new."""
    gc.freeze()
    gc.enable()


class _Kept(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(self.format(record))


@pytest.fixture(autouse=True)
def _nothing_unheard() -> Iterator[None]:
    """Fail for exceptions that asyncio could only log: they are no warnings, so no error yet."""
    kept, logger = _Kept(), logging.getLogger("asyncio")
    logger.addHandler(kept)
    yield
    logger.removeHandler(kept)
    assert not kept.messages, "\n".join(kept.messages)
