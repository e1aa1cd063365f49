"""What unfinished open-face boards are worth, as learned by `engine.bots.openface_training`.

The worth of a board is a sum: of each row by its key, and of each two rows side by side by their
forms and whether the one before is the stronger now. All of it depends on the turns to come. The
file holds the keys of all that was seen often enough in rising order, four bytes each, then their
values in hundredths of a point, two bytes each; little-endian, compressed.
"""

import pkgutil
import struct
import zlib
from collections.abc import Mapping
from functools import cache

from engine.bots.openface_rows import FORM_BITS, Row
from engine.kit.royalties import Kind

_SCALE = 100
STAGES = 5

# A key's parts: turns to come, which of the five numbers, and the number itself.
_PART_AT, _STAGE_AT = 2 * FORM_BITS + 1, 2 * FORM_BITS + 4
_FRONT, _MIDDLE, _BACK, _BEFORE, _BEHIND = (part << _PART_AT for part in range(5))


def stage_of(room: int) -> int:
    """The stage of a board that takes so many more cards, eight at most."""
    return room + 1 >> 1


def keys(room: int, front: Row, middle: Row, back: Row) -> tuple[int, int, int, int, int]:
    """The five numbers of a board's worth with so many turns to come."""
    stage = stage_of(room) << _STAGE_AT
    return (
        stage | _FRONT | front[0],
        stage | _MIDDLE | middle[0],
        stage | _BACK | back[0],
        stage | _BEFORE | (front[1] << FORM_BITS | middle[1]) << 1 | (front[2] > middle[2]),
        stage | _BEHIND | (middle[1] << FORM_BITS | back[1]) << 1 | (middle[2] > back[2]),
    )


def lost(front: Row, middle: Row, back: Row) -> bool:
    """Whether a full row is stronger than the full one behind it."""
    return (front[3] and middle[3] and front[2] > middle[2]) or (
        middle[3] and back[3] and middle[2] > back[2]
    )


def apart(values: Mapping[int, float]) -> list[list[dict[int, float]]]:
    """The values by turns to come, up to so many, and then by part; the keys are without both."""
    found: list[list[dict[int, float]]] = [[{} for _ in range(5)] for _ in range(STAGES)]
    for key, worth in values.items():
        part = key >> _PART_AT & 7
        found[key >> _STAGE_AT][part][key & (1 << _PART_AT) - 1] = worth
    return found


def packed(values: Mapping[int, float]) -> bytes:
    """The file's bytes; values from −300 to 300 points."""
    known = sorted(values)
    parts = [round(values[key] * _SCALE) for key in known]
    return zlib.compress(struct.pack(f"<{len(known)}I{len(known)}h", *known, *parts), 9)


def unpacked(data: bytes) -> dict[int, float]:
    """The values that `packed` wrote."""
    raw = zlib.decompress(data)
    count = len(raw) // 6
    known_and_parts = struct.unpack(f"<{count}I{count}h", raw)
    parts = (part / _SCALE for part in known_and_parts[count:])
    return dict(zip(known_and_parts[:count], parts, strict=True))


def file(kind: Kind) -> str:
    """The name of the file of a game."""
    return f"{kind}_values.bin"


@cache
def values(kind: Kind) -> dict[int, float]:
    """All values by key, read when first asked for; RuntimeError if the file is not there."""
    data = pkgutil.get_data(__package__, file(kind))
    if data is None:
        raise RuntimeError(f"{file(kind)} is not there")
    return unpacked(data)
