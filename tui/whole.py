"""Small files of a person's own, which several of their programs may write at once."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """No other program reads and writes files of this folder in here meanwhile; OSError.

    The folder is made if need be.
    """
    folder.mkdir(parents=True, exist_ok=True)
    held = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        # Not everywhere there are locks.
        with suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def put(file: Path, data: bytes) -> None:
    """Make `data` all that there is in the file, or change nothing; OSError.

    Nobody else may read it. Where the file is a link, it stays one.
    """
    file = Path(os.path.realpath(file))
    new = file.with_name(f".{file.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as fresh:  # noqa: PTH123
            fresh.write(data)
            fresh.flush()
            os.fsync(fresh.fileno())
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)
