"""What unfinished lines of the square are worth, as learned by `engine.bots.square_training`.

The file holds keys (square_lines) in rising order, four bytes each, then their values in
thousandths of a point, two bytes each; little-endian, compressed.
"""

import pkgutil
import struct
import zlib
from collections.abc import Mapping
from functools import cache

FILE = "square_values.bin"
_SCALE = 1000


def packed(values: Mapping[int, float]) -> bytes:
    """The file's bytes; values from 0 to 65 points."""
    keys = sorted(values)
    parts = [round(values[key] * _SCALE) for key in keys]
    return zlib.compress(struct.pack(f"<{len(keys)}I{len(keys)}H", *keys, *parts), 9)


def unpacked(data: bytes) -> dict[int, float]:
    """The values that `packed` wrote."""
    raw = zlib.decompress(data)
    count = len(raw) // 6
    keys_and_parts = struct.unpack(f"<{count}I{count}H", raw)
    parts = (part / _SCALE for part in keys_and_parts[count:])
    return dict(zip(keys_and_parts[:count], parts, strict=True))


@cache
def values() -> dict[int, float]:
    """All values by key, read when first asked for; RuntimeError if the file is not there."""
    data = pkgutil.get_data(__package__, FILE)
    if data is None:
        raise RuntimeError(f"{FILE} is not there")
    return unpacked(data)
