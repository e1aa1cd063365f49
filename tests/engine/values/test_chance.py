"""Dice: known answers worked out by hand from SHA-256, and evenness."""

import hashlib

import pytest

from engine.values.chance import Dice

SEED = bytes(range(32))
FIRST_WORD = 0xA9D6E500293A88BD


def words(seed: bytes, count: int) -> list[int]:
    """The first 64-bit words of the stream, straight from its definition."""
    stream = b"".join(
        hashlib.sha256(seed + bytes(7) + bytes([block])).digest() for block in range(count // 4 + 1)
    )
    return [int(stream[8 * i : 8 * i + 8].hex(), 16) for i in range(count)]


def test_numbers_are_the_words_of_the_stream() -> None:
    dice = Dice(SEED)
    assert [dice.below(2**63) for _ in range(10)] == [word % 2**63 for word in words(SEED, 10)]


def test_the_first_word_is_a_known_one() -> None:
    # sha256(000102…1f ‖ 0000000000000000) as coreutils' sha256sum prints it
    assert Dice(SEED).below(2**63) == FIRST_WORD % 2**63


def test_words_that_would_favour_low_results_are_thrown_away() -> None:
    n = 3 * 2**61  # a quarter of all words lies above the last whole multiple
    limit = 2 * n
    expected = [word % n for word in words(SEED, 400) if word < limit]
    assert len(expected) < 330
    dice = Dice(SEED)
    assert [dice.below(n) for _ in expected] == expected


def test_shuffling_is_fisher_yates_from_the_last_place() -> None:
    order = list(range(52))
    stream = iter(words(SEED, 60))
    for last in range(51, 0, -1):
        # no word of this seed is rejected: the bound leaves at most 52 of 2**64 out
        other = next(stream) % (last + 1)
        order[last], order[other] = order[other], order[last]
    assert Dice(SEED).shuffled(range(52)) == tuple(order)


def test_a_seed_is_the_next_32_bytes() -> None:
    assert Dice(SEED).seed() == hashlib.sha256(SEED + bytes(8)).digest()


def test_choice_takes_each_item() -> None:
    dice = Dice(SEED)
    assert {dice.choice("abc") for _ in range(100)} == {"a", "b", "c"}
    with pytest.raises(IndexError):
        dice.choice("")


def test_the_same_seed_gives_the_same_and_another_seed_another() -> None:
    assert Dice(SEED).shuffled(range(52)) == Dice(SEED).shuffled(range(52))
    assert Dice(SEED).shuffled(range(52)) != Dice(SEED[::-1]).shuffled(range(52))
