"""What can be chosen now, read off the offers: what to type for it, and what it does."""

from msgspec import Struct

from engine.kit.square import cell_name
from engine.values import offers
from engine.values.cards import Card
from engine.values.offers import Offer, real
from protocol.messages import TableView
from tui.canvas import say
from tui.canvas.scene import Scene
from tui.lines.typed import in_order, shown
from tui.lines.voice import Voice


class Choice(Struct, frozen=True):
    """One thing to choose. `form` is how it is typed, `example` a line that does it as it stands.

    `verb` is what its first word means, `says` what it does, empty where that is plain.
    """

    verb: str
    form: str
    example: str
    says: str = ""

    @property
    def brief(self) -> str:
        """The form and what it does."""
        return f"{self.form}: {self.says}" if self.says else self.form


# The verb that takes up an offer of each kind.
VERBS: dict[type[Offer], str] = {
    offers.Take: "take",
    offers.Pass: "pass",
    offers.Ready: "agree",
    offers.Fold: "fold",
    offers.Check: "check",
    offers.Call: "call",
    offers.Raise: "raise",
    offers.BringIn: "bring_in",
    offers.Discard: "discard",
    offers.Place: "place",
    offers.Show: "show",
    offers.Muck: "muck",
    offers.In: "in",
    offers.Out: "out",
    offers.SetRows: "set",
    offers.Surrender: "surrender",
    offers.Declare: "declare",
    offers.Lay: "lay",
    offers.Throw: "throw",
}


def of(table: TableView, kind: type[Offer]) -> Offer | None:
    """The offer of that kind, if one stands."""
    return next((one for one in real(table.offers) if isinstance(one, kind)), None)


def choices(scene: Scene, voice: Voice) -> tuple[Choice, ...]:
    """All that the offers admit, in their order; tokens are one choice."""
    made: list[Choice] = []
    taken = False
    for offer in real(scene.table.offers):
        if isinstance(offer, offers.Take):
            if not taken:
                made.append(_take(scene, voice))
            taken = True
        elif isinstance(offer, offers.Discard):
            made += _discard(voice)
        else:
            made.append(_choice(offer, scene, voice))
    if all_in(scene.table) is not None:
        made.append(_plain("all_in", voice))
    return tuple(made)


def all_in(table: TableView) -> Offer | None:
    """The offer by which all of one's chips go in, if there is one."""
    view, me = table.view, table.me
    if view is None or me is None or me >= len(view.seats):
        return None
    stack, bet = view.seats[me].stack, view.seats[me].bet or 0
    if not stack:
        return None
    for offer in real(table.offers):
        match offer:
            case offers.Raise(_, hi) if hi == stack + bet:
                return offer
            case offers.Call(price) | offers.BringIn(price) if price == stack:
                return offer
            case _:
                pass
    return None


def _plain(verb: str, voice: Voice, says: str = "") -> Choice:
    word = shown(verb, voice.words)
    return Choice(verb, word, word, says)


def _take(scene: Scene, voice: Voice) -> Choice:
    free = [one for one in real(scene.table.offers) if isinstance(one, offers.Take)]
    said = []
    for one in free:
        if one.holder is None:
            said.append(voice("do_take.centre", token=one.token))
        else:
            name = say.player(scene, one.holder, voice.words)
            said.append(voice("do_take.seat", token=one.token, name=name))
    word = shown("take", voice.words)
    return Choice("take", f"{word} N", f"{word} {free[0].token}", ", ".join(said))


def _discard(voice: Voice) -> list[Choice]:
    word = shown("discard", voice.words)
    return [
        Choice("discard", f"{word} 1 3", f"{word} 1", voice("do_discard")),
        _plain("keep", voice, voice("do_keep")),
    ]


def _choice(offer: Offer, scene: Scene, voice: Voice) -> Choice:
    words = voice.words
    verb = VERBS[type(offer)]
    word = shown(verb, words)
    match offer:
        case offers.Call(price) | offers.BringIn(price) | offers.In(price):
            return _plain(verb, voice, voice(f"do_{verb}", price=words.number(price)))
        case offers.Surrender(price):
            return _plain(verb, voice, voice("do_surrender", points=words.number(price)))
        case offers.Raise(lo, hi, step):
            return _raise(lo, hi, step, scene, voice)
        case offers.Place(cards, cells):
            first = f"{word} {_typed(cards[0], voice)} {cell_name(cells[0])}"
            form = voice("form.place", word=word)
            return Choice(verb, form, first)
        case offers.Lay(cards, rows):
            free = [shown(one, words) for one in rows]
            form = voice("form.lay", rows=" / ".join(free))
            return Choice(verb, form, f"{free[0]} {_typed(cards[0], voice)}")
        case offers.Throw(cards):
            form = voice("form.throw", word=word)
            return Choice(verb, form, f"{word} {_typed(cards[0], voice)}")
        case offers.SetRows(cards):
            cards = in_order(cards)
            split = (cards[:3], cards[3:8], cards[8:13])
            typed = " / ".join(" ".join(_typed(one, voice) for one in row) for row in split)
            form = voice("form.set", word=word)
            return Choice(verb, form, f"{word} {typed}", voice("do_set", count=len(cards)))
        case offers.Declare(specials):
            special = words(f"rows.special.{specials[0]}")
            return _plain(verb, voice, voice("do_declare", special=special))
        case _:
            return _plain(verb, voice, words(f"lines.do_{verb}"))


def _raise(lo: int, hi: int, step: int, scene: Scene, voice: Voice) -> Choice:
    words, view = voice.words, scene.table.view
    bets = [] if view is None else [seat.bet or 0 for seat in view.seats]
    verb = "raise" if any(bets) else "bet"
    word = shown(verb, words)
    if lo == hi:
        says = voice(f"do_{verb}_fixed", total=words.number(lo))
        return Choice("raise", word, f"{word} {lo}", says)
    says = voice(f"do_{verb}", lo=words.number(lo), hi=words.number(hi))
    if step > 1:
        says += " " + voice("do_step", step=words.number(step))
    return Choice("raise", f"{word} N", f"{word} {lo}", says)


def _typed(card: Card, voice: Voice) -> str:
    """A card as it is typed: in one word."""
    return f"{voice.words(f'cards.letter.{card.rank}')}{card.suit}"
