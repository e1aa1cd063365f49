"""The lines of a record: dealer's lines, shown hands, and every verb of the action union."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, assert_never

from engine.kit.rows import ROWS
from engine.kit.special import VALUES
from engine.kit.square import cell_called, cell_name
from engine.record.errors import RecordCode
from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.cards import Card, Cell, cards
from engine.values.offers import Offers
from engine.values.secret import opened_all
from engine.values.why import Fact

Hand = tuple[Card, ...]

# A whole hand of draw.
MOST_PUT_AWAY = 5


class BadLine(Exception):
    """A line that can't be read; whoever knows its number makes a RecordError of it."""

    def __init__(self, code: RecordCode, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class Deal(NamedTuple):
    """The dealer deals to player p1 … pn (1 … n), or to the board (None)."""

    player: int | None
    cards: Hand


class Show(NamedTuple):
    """A player shows: cards, or with None what he was dealt. `muck`: he gives up his hand."""

    player: int
    cards: Hand | None = None
    muck: bool = False


class Move(NamedTuple):
    """A player decides: a verb with its words."""

    player: int
    verb: str
    words: tuple[str, ...]


Line = Deal | Show | Move


def parse(text: str) -> Line | None:
    """The line written `text`, None for one that does nothing; BadLine if it can't be read."""
    match text.partition("#")[0].split():
        case []:
            return None
        case ["d", "db", dealt]:
            return Deal(None, _cards(dealt))
        case ["d", "dh", player, dealt]:
            return Deal(_player(player), _cards(dealt))
        case [player, "sm"]:
            return Show(_player(player), muck=True)
        case [player, "sm", "-"]:
            return Show(_player(player))
        case [player, "sm", shown]:
            return Show(_player(player), _cards(shown))
        case [player, verb, *words] if verb in _VERBS:
            return Move(_player(player), verb, tuple(words))
    raise BadLine("bad_line")


def action(move: Move, open_to: Offers) -> Action:
    """The action that `move` stands for, completed by what the player is offered.

    Offers fill in what the notation leaves out (a call's price, the moves so far); where nothing
    is offered it is an action that the game will refuse. BadLine if the words don't fit the verb.
    """
    return _VERBS[move.verb](move.words, open_to)


def dealt_line(player: int | None, dealt: Sequence[Card] = ()) -> str:
    """The dealer's line for a player (None: the board), as far as its cards are given."""
    head = "d db" if player is None else f"d dh p{player}"
    return " ".join([head, "".join(map(str, dealt))] if dealt else [head])


def action_line(player: int, decided: Action, player_of: Callable[[int], int]) -> str:
    """A player's line; `player_of` gives the player number of a deal seat."""
    return f"p{player} {_written(decided, player_of)}"


def shown_hand(dealt: Hand, shown: Hand) -> Hand | None:
    """The dealt hand with its unknown cards filled from the shown ones; None if it is another."""
    missing = list(shown)
    for card in dealt:
        if card.known:
            if card not in missing:
                return None
            missing.remove(card)
    if len(shown) != len(dealt):
        return None
    return tuple(card if card.known else missing.pop(0) for card in dealt)


def _written(decided: Action, player_of: Callable[[int], int]) -> str:
    match decided:
        case actions.Take(token, holder):
            return f"take {token}" if holder is None else f"steal {token} p{player_of(holder)}"
        case actions.Pass():
            return "pass"
        case actions.Ready():
            return "ready"
        case actions.Fold():
            return "f"
        case actions.Check() | actions.Call():
            return "cc"
        case actions.Raise(to):
            return f"cbr {to}"
        case actions.BringIn():
            return "pb"
        case actions.Discard(put):
            return f"sd {_text(put)}".rstrip()
        case actions.In():
            return "in"
        case actions.Out():
            return "out"
        case actions.SetRows(front, middle, back):
            return " ".join(["set", _text(front), _text(middle), _text(back)])
        case actions.Surrender():
            return "surrender"
        case actions.Declare(special):
            return f"declare {special}"
        case actions.Lay(laid, row):
            return f"place {laid} {row}"
        case actions.Throw(thrown):
            return f"discard {_text((thrown,))}"
        case actions.Place(placed, cell):
            return f"place {placed} {cell_name(cell)}"
        case actions.Show():
            return "sm -"
        case actions.Muck():
            return "sm"
        case _:
            assert_never(decided)


def _text(cells: Sequence[Cell]) -> str:
    """Cards as a line has them, those that are hidden as unknown ones."""
    return "".join(str(one) if isinstance(one, Card) else "??" for one in opened_all(cells))


def _take(words: tuple[str, ...], open_to: Offers) -> Action:
    (token,) = _exactly(1, words)
    return actions.Take(_number(token), None)


def _steal(words: tuple[str, ...], open_to: Offers) -> Action:
    token, player = _exactly(2, words)
    return actions.Take(_number(token), _player(player) - 1)


def _pass(words: tuple[str, ...], open_to: Offers) -> Action:
    _exactly(0, words)
    return actions.Pass()


def _ready(words: tuple[str, ...], open_to: Offers) -> Action:
    _exactly(0, words)
    moves = [offer.moves for offer in open_to if isinstance(offer, offers.Ready)]
    return actions.Ready(moves[0] if moves else 0)


def _fold(words: tuple[str, ...], open_to: Offers) -> Action:
    _exactly(0, words)
    return actions.Fold()


def _check_or_call(words: tuple[str, ...], open_to: Offers) -> Action:
    _exactly(0, words)
    prices = [offer.price for offer in open_to if isinstance(offer, offers.Call)]
    return actions.Call(prices[0]) if prices else actions.Check()


def _raise(words: tuple[str, ...], open_to: Offers) -> Action:
    (amount,) = _exactly(1, words)
    return actions.Raise(_chips(amount))


def _bring_in(words: tuple[str, ...], open_to: Offers) -> Action:
    _exactly(0, words)
    prices = [offer.price for offer in open_to if isinstance(offer, offers.BringIn)]
    return actions.BringIn(prices[0] if prices else 0)


def _discard(words: tuple[str, ...], open_to: Offers) -> Action:
    put = () if not words else discarded(*_exactly(1, words))
    if put is None or len(put) > MOST_PUT_AWAY:
        raise BadLine("bad_line")
    return actions.Discard(put)


def _place(words: tuple[str, ...], open_to: Offers) -> Action:
    card, cell = _exactly(2, words)
    found = placed(card)
    if found is None:
        raise BadLine("bad_line")
    for row in ROWS:
        if cell == row:
            return actions.Lay(found, row)
    try:
        return actions.Place(found, cell_called(cell))
    except ValueError:
        raise BadLine("bad_line") from None


def _in(words: tuple[str, ...], open_to: Offers) -> Action:
    _exactly(0, words)
    prices = [offer.price for offer in open_to if isinstance(offer, offers.In)]
    return actions.In(prices[0] if prices else 0)


def _out(words: tuple[str, ...], open_to: Offers) -> Action:
    _exactly(0, words)
    return actions.Out()


def _set(words: tuple[str, ...], open_to: Offers) -> Action:
    front, middle, back = map(_cards, _exactly(3, words))
    return actions.SetRows(front, middle, back)


def _surrender(words: tuple[str, ...], open_to: Offers) -> Action:
    _exactly(0, words)
    prices = [offer.price for offer in open_to if isinstance(offer, offers.Surrender)]
    return actions.Surrender(prices[0] if prices else 0)


def _declare(words: tuple[str, ...], open_to: Offers) -> Action:
    (name,) = _exactly(1, words)
    for special in VALUES:
        if name == special:
            return actions.Declare(special)
    raise BadLine("bad_line")


def _throw(words: tuple[str, ...], open_to: Offers) -> Action:
    thrown = discarded(*_exactly(1, words))
    if thrown is None or len(thrown) != 1:
        raise BadLine("bad_line")
    return actions.Throw(thrown[0])


def placed(text: str) -> Card | None:
    """The card that a line places; None if it is none, or an unknown one."""
    found = discarded(text)
    return found[0] if found is not None and len(found) == 1 and found[0].known else None


def discarded(text: str) -> Hand | None:
    """The cards that a line puts away; None if these are none."""
    try:
        return cards(text)
    except ValueError:
        return None


_VERBS: dict[str, Callable[[tuple[str, ...], Offers], Action]] = {
    "take": _take,
    "steal": _steal,
    "pass": _pass,
    "ready": _ready,
    "f": _fold,
    "cc": _check_or_call,
    "cbr": _raise,
    "pb": _bring_in,
    "sd": _discard,
    "in": _in,
    "out": _out,
    "place": _place,
    "set": _set,
    "surrender": _surrender,
    "declare": _declare,
    "discard": _throw,
}


def _exactly(count: int, words: tuple[str, ...]) -> tuple[str, ...]:
    if len(words) != count:
        raise BadLine("bad_line")
    return words


def _cards(text: str) -> Hand:
    try:
        return cards(text)
    except ValueError:
        raise BadLine("bad_line") from None


def _player(text: str) -> int:
    if not re.fullmatch(r"p[1-9][0-9]?", text):
        raise BadLine("bad_line")
    return int(text[1:])


def _number(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise BadLine("bad_line")
    return int(text)


def _chips(text: str) -> int:
    # PHH knows fractions of chips; here they are whole, however they are written.
    if not re.fullmatch(r"[0-9]{1,15}(\.0*)?", text):
        raise BadLine("bad_line")
    return int(text.partition(".")[0])
