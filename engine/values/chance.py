"""Chance as a value: a deck's order and a seed, and dice that unroll a seed."""

import hashlib
from collections.abc import Sequence
from struct import Struct as Layout
from typing import TypeVar

from msgspec import Struct

from engine.values.cards import Card

T = TypeVar("T")

_FOUR_WORDS = Layout(">4Q")


class Chance(Struct, frozen=True):
    """All the luck of one deal: the deck from the top, and a seed for what comes later."""

    deck: tuple[Card, ...]
    seed: bytes


class Dice:
    """A stream of even numbers drawn from a seed, the same for ever on every Python.

    Block i is SHA-256(seed ‖ i as 8 bytes, big-endian), read as four 64-bit big-endian words.
    A word that would favour low results is thrown away.
    """

    __slots__ = ("_block", "_seed", "_words")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            digest = hashlib.sha256(self._seed + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._words = [*_FOUR_WORDS.unpack(digest)[::-1]]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n − 1, each as likely; n from 1 to 2**63."""
        word = self._word()
        # Only among the very last words there are some that would favour low results.
        while word > 2**64 - n and word >= 2**64 - 2**64 % n:
            word = self._word()
        return word % n

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`, each as likely; IndexError if there are none."""
        if not items:
            raise IndexError("nothing to choose from")
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """`items` in random order: Fisher-Yates from the last place down."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def seed(self) -> bytes:
        """32 fresh bytes, for dice of their own."""
        return b"".join(self._word().to_bytes(8, "big") for _ in range(4))
