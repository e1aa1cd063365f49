"""What the frame tests begin with, always: seeds, and bytes that somebody stumbled over.

When a run finds something, its seed and the bytes it prints go in here together with the mending.
"""

from protocol.codec import encode
from protocol.messages import VERSION, Hello

_HELLO = encode(Hello(VERSION))

# What each seed sends to the ends of the protocol, in frames: enough to meet all there is.
EACH = 12_000

SEEDS: tuple[int, ...] = (1, 2)

# Whole streams, for either end.
STREAMS: tuple[bytes, ...] = (
    b"",
    # An HTTP client at the wrong door: `G` is a number for msgpack.
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    # Time stamps, which msgpack makes without asking: too short, and whole.
    _HELLO + b"\xc7\x00\xff",
    _HELLO + b"\xd6\xff\x00\x00\x00\x00",
    _HELLO + b"\xc7\x0c\xff" + bytes(12),
    # Half of a surrogate pair, an overlong slash, a byte that begins no letter.
    _HELLO + b"\x81\xa4type\xa3\xed\xa0\x80",
    _HELLO + b"\x81\xa4type\xa2\xc0\xaf",
    _HELLO + b"\x81\xa1\xf8\xa4ping",
    # Keys that are no strings; the same key twice; a message that is only its type.
    _HELLO + b"\x81\xc4\x04type\xa4ping",
    _HELLO + b"\x81\x90\xa4ping",
    _HELLO + b"\x82\xa4type\xa4ping\xa4type\xa5hello",
    _HELLO + b"\x81\xa4type\xa4ping",
    # Deeper than a parser's stack, by lists and by maps, whole and without an end.
    _HELLO + b"\x81\xa4type" + b"\x91" * 5000,
    _HELLO + b"\x81\xa1a" * 1100,
    _HELLO + b"\xdc\x00\x40" * 1100,
    # Heads that promise four gigabytes.
    _HELLO + b"\xdb\xff\xff\xff\xff",
    _HELLO + b"\xc6\xff\xff\xff\xff",
    _HELLO + b"\xdd\xff\xff\xff\xff",
    _HELLO + b"\xdf\xff\xff\xff\xff",
    _HELLO + b"\xc9\xff\xff\xff\xff\x05",
    # Numbers that no field holds, and one that equals no number.
    _HELLO + b"\x82\xa4type\xa4ping\xa2id\xcf" + b"\xff" * 8,
    _HELLO + b"\x82\xa4type\xa4ping\xa2id\xd3\x80" + bytes(7),
    _HELLO + b"\x82\xa4type\xa4ping\xa2id\xcb\x7f\xf8" + bytes(6),
)
