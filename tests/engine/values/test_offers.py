"""Offers admit what they say, and their samples are among it."""

from typing import Any, get_args

import msgspec
import pytest

from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.cards import DECK, Hidden, card, cards
from engine.values.chance import Dice
from engine.values.offers import Barred, Offer, Verb, admitted, real
from engine.values.why import Why

DICE = Dice(b"offers")

ADMITS: list[tuple[Offer, list[Action], list[Action]]] = [
    (
        offers.Take(3, None),
        [actions.Take(3, None)],
        [actions.Take(3, 0), actions.Take(2, None), actions.Pass()],
    ),
    (offers.Take(3, 0), [actions.Take(3, 0)], [actions.Take(3, None), actions.Take(3, 1)]),
    (offers.Pass(), [actions.Pass()], [actions.Check(), actions.Ready(0)]),
    (offers.Ready(4), [actions.Ready(4)], [actions.Ready(3), actions.Ready(5), actions.Pass()]),
    (offers.Fold(), [actions.Fold()], [actions.Check(), actions.Pass()]),
    (offers.Check(), [actions.Check()], [actions.Call(0), actions.Fold()]),
    (offers.Call(7), [actions.Call(7)], [actions.Call(6), actions.Call(8), actions.Check()]),
    (
        offers.Raise(10, 25, 5),
        [actions.Raise(10), actions.Raise(15), actions.Raise(20), actions.Raise(25)],
        [actions.Raise(9), actions.Raise(12), actions.Raise(26), actions.Raise(30)],
    ),
    # All the chips there are, although they are not on the step.
    (
        offers.Raise(10, 23, 5),
        [actions.Raise(10), actions.Raise(15), actions.Raise(20), actions.Raise(23)],
        [actions.Raise(22), actions.Raise(25), actions.Call(10)],
    ),
    (
        offers.BringIn(5),
        [actions.BringIn(5)],
        [actions.BringIn(4), actions.Call(5), actions.Raise(5)],
    ),
    (
        offers.Discard(cards("As7c")),
        [actions.Discard(cards(one)) for one in ("", "As", "7c", "As7c")],
        [
            actions.Discard(cards("7d")),
            actions.Discard(cards("AsAs")),
            actions.Discard((Hidden(),)),
            actions.Pass(),
        ],
    ),
    (
        offers.Surrender(3),
        [actions.Surrender(3)],
        [actions.Surrender(2), actions.Surrender(0), actions.Fold()],
    ),
    (offers.In(4), [actions.In(4)], [actions.In(3), actions.Out(), actions.Call(4)]),
    (offers.Out(), [actions.Out()], [actions.In(0), actions.Fold()]),
    (
        offers.Declare(("dragon", "three_straights")),
        [actions.Declare("dragon"), actions.Declare("three_straights")],
        [actions.Declare("six_pairs"), actions.Pass()],
    ),
    (
        offers.Lay(cards("As7c"), ("front", "back")),
        [
            *(actions.Lay(card("As"), row) for row in ("front", "back")),
            *(actions.Lay(card("7c"), row) for row in ("front", "back")),
        ],
        [
            actions.Lay(card("As"), "middle"),
            actions.Lay(card("7d"), "back"),
            actions.Place(card("As"), 0),
        ],
    ),
    (
        offers.Throw(cards("As")),
        [actions.Throw(card("As"))],
        [actions.Throw(card("7c")), actions.Throw(Hidden()), actions.Discard(cards("As"))],
    ),
    (offers.Raise(8, 8), [actions.Raise(8)], [actions.Raise(7), actions.Raise(9)]),
]


@pytest.mark.parametrize(("offer", "good", "bad"), ADMITS, ids=repr)
def test_admits(offer: Offer, good: list[Action], bad: list[Action]) -> None:
    assert all(offer.admits(action) for action in good)
    assert not any(offer.admits(action) for action in bad)


@pytest.mark.parametrize(("offer", "good", "bad"), ADMITS, ids=repr)
def test_samples_are_every_admitted_action(
    offer: Offer, good: list[Action], bad: list[Action]
) -> None:
    samples = {offer.sample(DICE) for _ in range(200)}
    assert samples == set(good)


def test_rows_are_three_five_and_five_of_the_cards() -> None:
    offer = offers.SetRows(DECK[:14])
    assert offer.admits(actions.SetRows(DECK[1:4], DECK[9:14], DECK[4:9]))
    for _ in range(50):
        assert offer.admits(offer.sample(DICE))
    for front, middle, back in (
        (DECK[:3], DECK[3:8], DECK[10:15]),
        (DECK[:3], DECK[2:7], DECK[8:13]),
        (DECK[:5], DECK[5:8], DECK[8:13]),
        ((Hidden(),) * 3, DECK[3:8], DECK[8:13]),
    ):
        assert not offer.admits(actions.SetRows(front, middle, back))
    assert not offer.admits(actions.Pass())


def test_barred_is_no_offer() -> None:
    given = (offers.Fold(), Barred("check", Why("cannot_check", {"price": 3})), offers.Call(3))
    assert real(given) == (offers.Fold(), offers.Call(3))
    assert admitted(given, actions.Call(3))
    assert not admitted(given, actions.Check())
    assert not admitted((), actions.Fold())


def test_every_verb_is_an_offer_and_an_action() -> None:
    verbs = set(get_args(Verb))
    for union in (Offer, Action):
        kinds: list[Any] = list(get_args(union))
        assert {kind.__struct_config__.tag for kind in kinds} == verbs


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "take", "token": 0, "holder": None},
        {"type": "take", "token": 14, "holder": None},
        {"type": "take", "token": True, "holder": None},
        {"type": "take", "token": "3", "holder": None},
        {"type": "take", "token": 3, "holder": -1},
        {"type": "take", "token": 3},
        {"type": "pass", "more": 1},
        {"type": "ready", "moves": -1},
        {"type": "call", "price": 2**53 + 1},
        {"type": "call", "price": 1.5},
        {"type": "raise", "to": -5},
        {"type": "bring_in"},
        {"type": "discard", "cards": [["card", "As"]] * 6},
        {"type": "discard", "cards": ["As"]},
        {"type": "set", "front": [["card", "As"]] * 2, "middle": [], "back": []},
        {"type": "declare", "special": "royal_flush"},
        {"type": "lay", "card": ["card", "As"], "row": "top"},
        {"type": "in"},
        {"type": "out", "price": 4},
        {"type": "throw"},
        {"type": "steal", "token": 3},
        {"token": 3},
    ],
    ids=repr,
)
def test_malformed_actions_are_no_actions(raw: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, Action)


@pytest.mark.parametrize(
    "action",
    [
        actions.Take(3, None),
        actions.Take(3, 5),
        actions.Pass(),
        actions.Ready(4),
        actions.Fold(),
        actions.Check(),
        actions.Call(20),
        actions.Raise(60),
        actions.BringIn(5),
        actions.Discard(()),
        actions.Discard(cards("As7c")),
        actions.Discard((Hidden(), Hidden())),
        actions.SetRows(DECK[:3], DECK[3:8], DECK[8:13]),
        actions.SetRows((Hidden(),) * 3, (Hidden(),) * 5, (Hidden(),) * 5),
        actions.In(4),
        actions.Out(),
        actions.Surrender(3),
        actions.Declare("dragon"),
        actions.Lay(card("As"), "back"),
        actions.Throw(card("As")),
        actions.Throw(Hidden()),
    ],
    ids=repr,
)
def test_actions_survive_the_wire(action: Action) -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(action), type=Action) == action
