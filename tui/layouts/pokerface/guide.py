"""The guided round (ux 7): seven cards of text over a real table, and the key that each waits for.

Pure: which card is up follows from the one before and from the table, and what it says from what
was really dealt. A card is up only while its key does what it says.
"""

from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from engine.kit.ranking import HOLDINGS, describe, place
from engine.values.cards import Card
from tui.canvas import cards
from tui.canvas.scene import Scene
from tui.layouts.pokerface.seen import Seen, see
from tui.locale import Words

Step = Literal["look", "tokens", "take", "pass", "round", "showdown", "end"]
STEPS: tuple[Step, ...] = get_args(Step)

# Cards that are only read: Space leads on.
READ = frozenset({"look", "tokens", "showdown", "end"})


class Guide(Struct, frozen=True):
    """How far somebody has been guided.

    deal: the one that is explained. asked: the decision that the card on the table is about, in the
    round of that suit. done: the suit of the last round of which a card has been answered.
    """

    step: Step = "look"
    deal: int | None = None
    asked: int | None = None
    suit: str | None = None
    done: str | None = None


class Told(Struct, frozen=True):
    """A card: its number, its sentences, the key that it waits for, and how that is printed."""

    number: int
    text: tuple[str, ...]
    key: str
    wish: str


def follow(guide: Guide, scene: Scene, words: Words) -> Guide | None:
    """The guide once the table is as in the scene; None: it is over."""
    seen, table = see(scene, words), scene.table
    if seen is None or seen.me is None or seen.open:
        # There is nothing to explain: the table waits, or rests.
        return guide if table.me is not None and table.stage != "over" else None
    if guide.deal is None:
        guide = replace(guide, deal=table.deal)
    if table.deal != guide.deal:
        return replace(guide, step="end", deal=table.deal, asked=None)
    if seen.showdown:
        late = STEPS.index(guide.step) < STEPS.index("showdown")
        return replace(guide, step="showdown", asked=None) if late else guide
    return _playing(guide, seen)


def _playing(guide: Guide, seen: Seen) -> Guide:
    """The card for a running round."""
    now = seen.table.decision if seen.mine else None
    answered = guide.asked is not None and guide.asked != now
    if guide.step == "take" and (seen.own is not None or seen.suit != "c"):
        guide = replace(guide, step="pass", asked=None)
    elif guide.step == "pass" and (answered or seen.suit != "c"):
        guide = replace(guide, step="round", asked=None, done="c")
    elif guide.step == "round" and answered:
        guide = replace(guide, asked=None, done=guide.suit)
    # Whoever has been robbed takes a token first.
    about = guide.step == "round" or (guide.step == "pass" and seen.own is not None)
    return replace(guide, asked=now, suit=seen.suit) if about and _fits(guide, seen) else guide


def onward(guide: Guide) -> Guide | None:
    """The guide after Space on a card that is only read; None: it is over."""
    if guide.step == "end":
        return None
    return replace(guide, step=STEPS[STEPS.index(guide.step) + 1], asked=None)


def told(guide: Guide, scene: Scene, words: Words) -> Told | None:
    """The card that is up now; None: nothing is to be said for the moment."""
    seen = see(scene, words)
    if seen is None or seen.me is None or not _fits(guide, seen):
        return None
    number = STEPS.index(guide.step) + 1
    if guide.step in READ:
        text = _read(guide.step, seen, words)
        return Told(number, text, "space", words("guide.wish.read"))
    if guide.step == "pass" and seen.own is not None:
        text = (words("guide.pass_1", own=seen.own), words("guide.pass_2"))
        return Told(number, text, "p", words("guide.wish.pass"))
    return _advised(number, guide, seen, words)


def _fits(guide: Guide, seen: Seen) -> bool:
    """Whether the table is as the card needs it."""
    match guide.step:
        case "look" | "tokens":
            return not seen.showdown
        case "take":
            return bool(seen.takes) and seen.own is None
        case "pass":
            return bool(seen.takes) if seen.own is None else seen.passing is not None
        case "round":
            return bool(seen.takes) or seen.passing is not None
        case "showdown":
            return seen.showdown and not seen.revealing()
        case "end":
            return True


def _read(step: Step, seen: Seen, words: Words) -> tuple[str, ...]:
    most = len(seen.view.seats)
    if step == "look":
        hand = [card for card in seen.hand(seen.me or 0) if isinstance(card, Card)]
        shown = " ".join(cards.name(card, words) for card in hand)
        return (words("guide.look_1", cards=shown), words("guide.look_2"))
    if step == "tokens":
        return (words("guide.tokens_1"), words("guide.tokens_2", most=most))
    if step == "showdown":
        outcome = seen.outcome()
        code = "success" if outcome is not None and outcome.code == "success" else "failure"
        return (words("guide.showdown_1", most=most), words(f"guide.showdown_{code}"))
    return (words("guide.end_1"), words("guide.end_2"))


def _advised(number: int, guide: Guide, seen: Seen, words: Words) -> Told:
    """What the own hand is worth among all, and the token that fits it best."""
    share, most = strength(seen), len(seen.view.seats)
    wanted = 1 + min(most - 1, int(share * most))
    again = guide.done == seen.suit
    if guide.step == "take":
        said = "guide.take_1"
    elif guide.step == "pass" or (again and seen.own is None):
        said = "guide.robbed_1"
    else:
        said = "guide.again_1" if again else "guide.round_1"
    name = cards.hand_line(describe(_known(seen)), words)
    first = words(said, hand=name, percent=round(100 * share), token=wanted)
    if seen.own is not None and seen.passing is not None and abs(seen.own - wanted) <= 1:
        text = (first, words("guide.keep", own=seen.own))
        return Told(number, text, "p", words("guide.wish.pass"))
    # The nearest one; one that is free rather than one that somebody would miss.
    token = min(seen.takes, key=lambda one: (abs(one - wanted), seen.takes[one] is not None))
    holder = seen.takes[token]
    if holder is None:
        where = words("guide.centre", token=token)
    else:
        where = words("guide.rob", token=token, name=seen.name(holder))
    return Told(number, (first, where), str(token), words("guide.wish.take", token=token))


def _known(seen: Seen) -> list[Card]:
    cells = (*seen.hand(seen.me or 0), *seen.board())
    return [cell for cell in cells if isinstance(cell, Card) and cell.known]


def strength(seen: Seen) -> float:
    """The share of all hands that the own one is expected to beat, 0…1."""
    # Its tables take a moment to read, which nobody else needs.
    from engine.bots.holdings import percentiles

    low, high = sorted(place(c) for c in seen.hand(seen.me or 0) if isinstance(c, Card))
    board = tuple(place(c) for c in seen.board() if isinstance(c, Card) and c.known)
    return percentiles(board)[HOLDINGS.index((low, high))]
