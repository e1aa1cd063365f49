"""Cards typed into three rows: laid openly at once, or arranged until they are submitted."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.kit.ranking import describe
from engine.kit.rows import ROWS, misplaced
from engine.kit.splits import suggestions
from engine.values import actions, offers
from engine.values.actions import RowName
from engine.values.cards import Card
from engine.values.draft import FULL, Draft, Rows
from engine.values.options import Value
from protocol.messages import TableView
from tui.canvas.cards import hand_line
from tui.canvas.scene import Act, Confirm, Explain, Scene, Series
from tui.layouts.rows.counting import scoring
from tui.lines import choices, typed
from tui.lines.deeds import Deed
from tui.lines.typed import shown
from tui.lines.voice import Voice

VERBS = frozenset({"front", "middle", "back", "set", "lay", "submit", "suggest", "clear", "rows"})


class Sort(NamedTuple):
    """The rows as they are arranged from now on."""

    draft: Draft


def setting(table: TableView) -> offers.SetRows | None:
    """The offer to set rows."""
    offer = choices.of(table, offers.SetRows)
    return offer if isinstance(offer, offers.SetRows) else None


def laying(table: TableView) -> offers.Lay | None:
    """The offer to lay cards into rows."""
    offer = choices.of(table, offers.Lay)
    return offer if isinstance(offer, offers.Lay) else None


def tray(draft: Draft, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that are in no row."""
    laid = {card for row in draft.rows for card in row}
    return tuple(card for card in typed.in_order(cards) if card not in laid)


def deed(
    scene: Scene, verb: str, rest: Sequence[str], draft: Draft, voice: Voice
) -> Deed | Sort | None:
    """What a verb of rows comes to; None where no rows are asked for."""
    lay, arrange = laying(scene.table), setting(scene.table)
    if lay is not None and verb in (*ROWS, "lay"):
        return _lay(lay, verb, rest, voice)
    if arrange is None:
        return None
    arrange = offers.SetRows(typed.in_order(arrange.cards))
    if verb in ROWS:
        return _arrange(arrange, [verb, *rest], draft, voice)
    if verb in ("set", "lay"):
        return _set(arrange, rest, voice)
    if verb == "suggest":
        return _suggest(scene, arrange, rest, voice)
    if verb == "clear":
        return Sort(Draft())
    if verb == "submit":
        return _submit(arrange, draft, voice)
    return None


def _segments(
    words: Sequence[str], held: Sequence[Card]
) -> tuple[list[tuple[RowName, Card]], list[str]]:
    """Cards, each with the row that was named before or behind it; what could not be read."""
    found: list[tuple[RowName, Card]] = []
    waiting: list[Card] = []
    row: RowName | None = None
    left = list(words)
    while left:
        cards, more = typed.chosen(left, held)
        if cards:
            if row is None:
                waiting += cards
            else:
                found += [(row, card) for card in cards]
            left = more
            continue
        named = [one for one in ROWS if one in typed.meant(left[0], ROWS)]
        if len(named) != 1:
            break
        row = named[0]
        found += [(row, card) for card in waiting]
        waiting = []
        left = left[1:]
    return found, [*left, *("?" for _ in waiting)]


def _lay(offer: offers.Lay, verb: str, rest: Sequence[str], voice: Voice) -> Deed:
    words = rest if verb == "lay" else [verb, *rest]
    pairs, left = _segments(words, offer.cards)
    if left or not pairs:
        word, cards = shown("front", voice.words), voice.cards(offer.cards)
        return Explain(voice("lay_how", word=word, cards=cards))
    if len({card for _, card in pairs}) < len(pairs):
        return Explain(voice("twice"))
    full = next((row for row, _ in pairs if row not in offer.rows), None)
    if full is not None:
        return Explain(voice("row_full", row=shown(full, voice.words)))
    laid = [actions.Lay(card, row) for row, card in pairs]
    return Series(tuple(laid)) if len(laid) > 1 else Act(laid[0])


def _arrange(
    offer: offers.SetRows, words: Sequence[str], draft: Draft, voice: Voice
) -> Deed | Sort:
    pairs, left = _segments(words, offer.cards)
    if left or not pairs:
        return Explain(voice("rows_how", word=shown("front", voice.words)))
    rows = {name: list(row) for name, row in zip(ROWS, draft.rows, strict=True)}
    for name, card in pairs:
        for row in rows.values():
            if card in row:
                row.remove(card)
        rows[name].append(card)
    for place, name in enumerate(ROWS):
        if len(rows[name]) > FULL[place]:
            long = shown(name, voice.words)
            return Explain(voice("row_too_long", row=long, most=FULL[place]))
    return Sort(Draft(*(tuple(rows[name]) for name in ROWS)))


def _set(offer: offers.SetRows, rest: Sequence[str], voice: Voice) -> Deed:
    words = " ".join(rest).replace("/", " ").replace("|", " ").split()
    cards, left = typed.chosen(words, offer.cards, numbers=False)
    if left or len(cards) != sum(FULL):
        return Explain(voice("set_how", word=shown("set", voice.words)))
    first, second = FULL[0], FULL[0] + FULL[1]
    return _finished(
        (tuple(cards[:first]), tuple(cards[first:second]), tuple(cards[second:])), voice
    )


def _suggest(scene: Scene, offer: offers.SetRows, rest: Sequence[str], voice: Voice) -> Deed | Sort:
    table = scene.table
    if table.options.get("hints") is not True:
        return Explain(voice.words("arranging.no_hints"))
    ideas = _ideas(offer.cards, table.game, tuple(sorted(table.options.items())))
    place = (typed.number(rest[0]) if rest else 1) or 1
    if not 1 <= place <= len(ideas):
        return Explain(voice("suggest_which", count=len(ideas)))
    return Sort(Draft(*ideas[place - 1]))


@lru_cache(64)
def _ideas(
    cards: tuple[Card, ...], game: str, options: tuple[tuple[str, Value], ...]
) -> tuple[Rows, ...]:
    """Suggestions for cards; they are found once, however often they are asked for."""
    return suggestions(cards, scoring=scoring(game, dict(options)))


def _submit(offer: offers.SetRows, draft: Draft, voice: Voice) -> Deed:
    left = tray(draft, offer.cards)
    rows = list(draft.rows)
    short = [place for place in range(3) if len(rows[place]) < FULL[place]]
    if len(short) == 1 and len(left) == FULL[short[0]] - len(rows[short[0]]):
        # There is only one way to fill the last row.
        rows[short[0]] = (*rows[short[0]], *left)
        short = []
    if short:
        missing = ", ".join(
            f"{shown(ROWS[place], voice.words)} {FULL[place] - len(rows[place])}" for place in short
        )
        return Explain(voice("rows_lack", rows=missing))
    return _finished((rows[0], rows[1], rows[2]), voice)


def _finished(rows: Rows, voice: Voice) -> Deed:
    act = Act(actions.SetRows(*rows))
    if wrong := misplaced(rows):
        row = ROWS.index(wrong[0])
        here, behind = (shown(ROWS[one], voice.words) for one in (row, row + 1))
        return Confirm(voice("confirm.foul", row=here, behind=behind), act)
    return act


def told(draft: Draft, cards: Sequence[Card], voice: Voice) -> list[str]:
    """The rows as they are arranged so far, each with what it is, and the cards left."""
    said = []
    for place, row in enumerate(draft.rows):
        name = shown(ROWS[place], voice.words)
        if not row:
            said.append(voice("row.empty", row=name, most=FULL[place]))
            continue
        hand = hand_line(describe(row), voice.words)
        key = "row" if len(row) == FULL[place] else "row.part"
        count = FULL[place] - len(row)
        said.append(voice(key, row=name, cards=voice.cards(row), hand=hand, count=count))
    if left := tray(draft, cards):
        said.append(voice("row.left", cards=voice.cards(left)))
    return said
