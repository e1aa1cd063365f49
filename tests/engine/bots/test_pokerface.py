"""The Pokerface bot: sound choices on views made by hand, and deals that always end."""

import hashlib

import pytest

from engine.bots import BOTS
from engine.bots.pokerface import PATIENCE
from engine.game import Setup
from engine.games import BY_ID
from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.cards import Cell, Empty, Hidden, Suit, Token, cards
from engine.values.chance import Dice
from engine.values.events import Acted, Phase
from engine.values.offers import Offers, real
from engine.values.view import SeatView, View, Zone
from tests.engine.bots.deals import play

BOT = BOTS["pokerface"]["normal"]
GAME = BY_ID["pokerface"]
DICE = bytes(32)

Holders = tuple[int | None, ...]


def rack(suit: Suit, holders: Holders) -> Zone:
    tokens = tuple(Token(suit, number, holder) for number, holder in enumerate(holders, 1))
    return Zone(f"tokens.{suit}", "rack", None, tokens)


def view(mine: str, board: str, seat: int, **racks: Holders) -> View:
    """A view of three or more as `seat` sees it, the last rack running."""
    suits: dict[str, Suit] = {"c": "c", "d": "d", "h": "h", "s": "s"}
    zones = [rack(suits[suit], holders) for suit, holders in racks.items()]
    players = len(zones[-1].cells)
    open_board: tuple[Cell, ...] = cards(board)
    open_board += (Empty(),) * (5 - len(open_board))
    hands = []
    for owner in range(players):
        cells: tuple[Cell, ...] = (Hidden(), Hidden())
        if owner == seat:
            cells = cards(mine)
        hands.append(Zone(f"hand.{owner}", "hand", owner, cells))
    return View(
        phase=zones[-1].id,
        to_act=(seat,),
        zones=(Zone("board", "board", None, open_board), *hands, *zones),
        seats=(SeatView(),) * players,
    )


def offered(seat: int, holders: Holders) -> Offers:
    takes = tuple(
        offers.Take(number, holder) for number, holder in enumerate(holders, 1) if holder != seat
    )
    return (*takes, offers.Pass()) if seat in holders else takes


def answer(mine: str, board: str, seat: int, **racks: Holders) -> Action | None:
    holders = list(racks.values())[-1]
    action, _ = BOT(view(mine, board, seat, **racks), (), offered(seat, holders), None, DICE)
    return action


# ── choices ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("mine", "token"), [("AsAh", 4), ("7s2h", 1), ("3s2h", 1), ("KsKh", 4)])
def test_before_the_flop_the_best_and_the_worst_hands_know_their_place(
    mine: str, token: int
) -> None:
    assert answer(mine, "", 0, c=(None,) * 4) == actions.Take(token, None)


def test_the_nuts_take_the_highest_token_wherever_it_lies() -> None:
    free: Holders = (None, None, None)
    robbed: Holders = (None, None, 1)
    assert answer("8c8d", "Qc8h8s5d3c", 0, s=free) == actions.Take(3, None)
    assert answer("8c8d", "Qc8h8s5d3c", 0, s=robbed) == actions.Take(3, 1)
    assert answer("8c8d", "Qc8h8s5d3c", 0, s=(0, 2, 1)) == actions.Take(3, 1)


def test_the_nuts_with_the_highest_token_stay() -> None:
    assert answer("8c8d", "Qc8h8s5d3c", 0, s=(1, 2, 0)) == actions.Pass()


def test_the_worst_hand_gives_a_high_token_up() -> None:
    assert answer("4h2d", "QcTh8s5d3c", 0, s=(None, 1, 0)) == actions.Take(1, None)


def test_a_middling_hand_robs_nobody() -> None:
    assert answer("Qd7s", "AcJh8s5d3c", 0, s=(1, 0, 2)) == actions.Pass()


def test_what_others_showed_in_earlier_rounds_counts() -> None:
    # A middle pair; who held the lowest tokens all along is weaker, who held the highest is not.
    free: Holders = (None, None, None)
    weak = answer("9s9h", "AcQh8s5d3c", 0, c=(1, 2, 0), d=(1, 2, 0), h=(1, 2, 0), s=free)
    strong = answer("9s9h", "AcQh8s5d3c", 0, c=(0, 1, 2), d=(0, 1, 2), h=(0, 1, 2), s=free)
    assert isinstance(weak, actions.Take)
    assert isinstance(strong, actions.Take)
    assert weak.token > strong.token


@pytest.mark.parametrize(("robbed_of", "token"), [(3, 1), (1, 3)])
def test_the_token_that_somebody_was_robbed_of_still_tells(robbed_of: int, token: int) -> None:
    holders: Holders = (None, 2, None)
    table = view("5s4h", "AcQh8s5d3c", 0, s=holders)
    earlier = 4 - robbed_of  # of the round before: it must not count
    events = (
        Phase("tokens", {"suit": "h"}),
        Acted(1, actions.Take(earlier, None)),
        Phase("tokens", {"suit": "s"}),
        Acted(1, actions.Take(robbed_of, None)),
        Acted(2, actions.Take(robbed_of, 1)),
        Acted(2, actions.Take(2, None)),
    )
    centre = (offers.Take(1, None), offers.Take(3, None))
    action, _ = BOT(table, events, centre, None, DICE)
    assert action == actions.Take(token, None)


def test_in_the_brake_only_the_centre_is_offered_and_taken() -> None:
    holders: Holders = (None, None, 2, 3)
    table = view("8c8d", "Qc8h8s5d3c", 0, s=holders)
    centre = (offers.Take(1, None), offers.Take(2, None))
    action, _ = BOT(table, (), centre, None, DICE)
    assert action == actions.Take(2, None)


def test_all_at_once_it_agrees_and_then_waits() -> None:
    holders: Holders = (1, 2, 0)
    table = view("8c8d", "Qc8h8s5d3c", 0, s=holders)
    takes = (offers.Take(1, 1), offers.Take(2, 2))
    action, memory = BOT(table, (), (*takes, offers.Ready(3)), None, DICE)
    assert action == actions.Ready(3)
    action, _ = BOT(table, (), takes, memory, DICE)
    assert action is None


def test_patience_ends_changing_tokens_until_the_next_round() -> None:
    table = view("8c8d", "Qc8h8s5d3c", 0, s=(0, 2, 1))
    offered_ = offered(0, (0, 2, 1))
    memory = None
    answers = []
    for _ in range(PATIENCE + 1):
        action, memory = BOT(table, (), offered_, memory, DICE)
        answers.append(action)
    assert answers == [actions.Take(3, 1)] * PATIENCE + [actions.Pass()]
    without = view("8c8d", "Qc8h8s5d3c", 0, s=(None, 2, 1))
    action, memory = BOT(without, (), offered(0, (None, 2, 1)), memory, DICE)
    assert isinstance(action, actions.Take)


def test_a_spectators_view_is_refused() -> None:
    table = view("8c8d", "Qc8h8s5d3c", 0, s=(None,) * 3)
    hidden = tuple(
        Zone(zone.id, "hand", zone.owner, (Hidden(), Hidden())) if zone.kind == "hand" else zone
        for zone in table.zones
    )
    spectator = View(table.phase, table.to_act, hidden, table.seats)
    with pytest.raises(ValueError, match="no player's view"):
        BOT(spectator, (), offered(0, (None,) * 3), None, DICE)


# ── whole deals ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("at_once", [False, True])
def test_deals_of_bots_end(players: int, at_once: bool) -> None:
    options = GAME.Options(all_at_once=at_once)
    for number in range(2):
        setup = Setup(players, number, GAME.Carry())
        seed = hashlib.sha256(bytes([players, number])).digest()
        assert play(GAME, BOT, setup, seed, options).net == (0,) * players


def test_rising_stakes_leave_rounds_out() -> None:
    options = GAME.Options(rising_stakes=True)
    for successes in (1, 2):
        setup = Setup(4, 0, GAME.Carry(successes=successes))
        play(GAME, BOT, setup, bytes(32), options)


@pytest.mark.parametrize("at_once", [False, True])
def test_deals_end_beside_a_guest_who_robs_for_a_while(at_once: bool) -> None:
    dice = Dice(b"robber")
    robberies = 0

    def robber(table: View, choices: Offers) -> Action | None:
        """Take from others, forty times; then keep what it has."""
        nonlocal robberies
        stay = [o for o in real(choices) if isinstance(o, offers.Pass | offers.Ready)]
        takes = [o for o in real(choices) if isinstance(o, offers.Take)]
        held = [o for o in takes if o.holder is not None]
        if robberies < 40 and held:
            robberies += 1
            return dice.choice(held).sample(dice)
        if stay:
            return stay[0].sample(dice)
        if any(isinstance(cell, Token) and cell.holder == 0 for cell in table.zones[-1].cells):
            return None
        return dice.choice(takes).sample(dice)

    options = GAME.Options(all_at_once=at_once)
    play(GAME, BOT, Setup(4, 3, GAME.Carry()), bytes(32), options, guests={0: robber})
    assert robberies > 3


def test_it_plays_alike_without_memory_lost_in_between() -> None:
    """A restarted bot begins anew and still only takes what is offered."""
    forgetful = play(
        GAME,
        lambda view, events, choices, memory, chance: BOT(view, events, choices, None, chance),
        Setup(5, 0, GAME.Carry()),
        bytes(32),
    )
    assert forgetful.net == (0,) * 5


def test_bots_order_their_hands_far_better_than_chance() -> None:
    # By chance three hands lie in order in about every sixth deal: 20 deals would give 3.
    won = sum(
        play(GAME, BOT, Setup(3, 0, GAME.Carry()), hashlib.sha256(bytes([i])).digest()).carry
        == GAME.Carry(successes=1)
        for i in range(20)
    )
    assert won >= 9
