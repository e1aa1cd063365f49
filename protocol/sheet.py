"""One message for many readers: written once, with gaps for what not everybody may see."""

import secrets
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from engine.values.cards import Hidden
from engine.values.secret import Secret
from protocol import codec

# Stands for a gap while the encoder writes. It never leaves the process, so nobody can put it
# into a name or a text.
_MARK = secrets.token_bytes(16)
_GAP = Raw(_MARK)
_HIDDEN = msgspec.msgpack.encode(Hidden())


class _Own:
    """The place of a field that every reader has a value of their own for."""

    __slots__ = ("field",)

    def __init__(self, field: str) -> None:
        self.field = field


_GAPS = (Secret, _Own)


class Sheet:
    """A message, encoded but for its secrets and for each reader's own fields.

    The encoder's hook leaves a gap where it meets a secret, so that no reader's bytes are made
    from what another may see; `to` fills the gaps for one reader. The bytes are those that
    `codec.encode` writes.
    """

    def __init__(self, message: Struct, own: tuple[str, ...] = ()) -> None:
        """`own` are the names of the fields that `to` is given for every reader."""
        gaps: list[Secret[Any] | _Own] = []

        def leave(value: Any) -> Raw:
            if not isinstance(value, _GAPS):
                raise NotImplementedError(f"{type(value).__name__} does not go over the wire")
            gaps.append(value)
            return _GAP

        if own:
            message = replace(message, **{field: _Own(field) for field in own})
        pieces = msgspec.msgpack.Encoder(enc_hook=leave).encode(message).split(_MARK)
        if len(pieces) != len(gaps) + 1:
            raise ValueError("a gap that nobody left")
        # Every second piece is a gap, and hidden until somebody may see it.
        self._pieces = [_HIDDEN] * (2 * len(pieces) - 1)
        self._pieces[::2] = pieces
        self._secrets: list[tuple[int, Secret[Any]]] = []
        self._own: list[tuple[int, str]] = []
        for place, gap in enumerate(gaps):
            if isinstance(gap, _Own):
                self._own.append((2 * place + 1, gap.field))
            else:
                self._secrets.append((2 * place + 1, gap))
        self._same = None if gaps else pieces[0]

    def to(self, seat: int | None, **own: Any) -> bytes:
        """The bytes for the deal seat that reads (None: a spectator), with its own fields."""
        if self._same is not None:
            return self._same
        pieces = self._pieces.copy()
        write = codec.encoder(seat).encode
        for place, secret in self._secrets:
            if seat in secret.seen_by:
                pieces[place] = write(secret.value)
        for place, field in self._own:
            pieces[place] = write(own[field])
        return b"".join(pieces)
