"""A deck made of what a record's lines say."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.record.notation import Deal, Hand, Line, Move, Show, discarded, placed, shown_hand
from engine.values.cards import DECK, UNKNOWN, Card
from engine.values.chance import Chance


def first_hands(lines: Iterable[Line], size: int) -> dict[int, Hand]:
    """Each player's hand by the first line that deals `size` cards to them, by player number."""
    hands: dict[int, Hand] = {}
    for line in lines:
        if isinstance(line, Deal) and line.player is not None and len(line.cards) == size:
            hands.setdefault(line.player, line.cards)
    return hands


def board(lines: Iterable[Line]) -> Hand:
    """All cards that come to lie on the board."""
    dealt = (line.cards for line in lines if isinstance(line, Deal) and line.player is None)
    return tuple(card for cards in dealt for card in cards)


def filled(hands: Mapping[int, Hand], others: Hand, lines: Iterable[Line]) -> dict[int, Hand]:
    """The hands with the unknown cards that a later line shows.

    `others` are cards that lie elsewhere. A line that shows what can't be is left to be refused.
    """
    full = dict(hands)
    for line in lines:
        if isinstance(line, Show) and line.cards is not None and line.player in full:
            shown = shown_hand(full[line.player], line.cards)
            if shown is not None and not _twice({**full, line.player: shown}, others):
                full[line.player] = shown
    return full


def in_order(lines: Iterable[Line]) -> Chance:
    """Chance by which cards come as line after line deals them.

    Unknown ones are filled by what a later line shows, places or puts away. Beyond the 52nd card it
    is what a reshuffle brings.
    """
    dealt: list[Card] = []
    held: dict[int, list[int]] = {}
    for line in lines:
        match line:
            case Deal(player, cards):
                if player is not None:
                    held.setdefault(player, []).extend(range(len(dealt), len(dealt) + len(cards)))
                dealt += cards
            case Show(player, cards) if cards is not None:
                _fill(dealt, held.get(player, []), cards)
            case Move(player, "place", (text, _)) if (card := placed(text)) is not None:
                _put_away(dealt, held.get(player, []), (card,))
            case Move(player, "set", rows) if (cards := discarded("".join(rows))) is not None:
                _put_away(dealt, held.get(player, []), cards)
            case Move(player, "sd" | "discard", (text,)) if (cards := discarded(text)) is not None:
                _put_away(dealt, held.get(player, []), cards)
            case _:
                pass
    stub = chance(dealt[: len(DECK)])
    return Chance(stub.deck + tuple(dealt[len(DECK) :]), stub.seed)


def _fill(dealt: list[Card], places: list[int], shown: Hand) -> None:
    """Give a hand's unknown cards the names that a line shows, if that can be."""
    full = shown_hand(tuple(dealt[place] for place in places), shown)
    for place, card in zip(places, full or (), strict=False):
        if dealt[place] != card and (card not in dealt or place >= len(DECK)):
            dealt[place] = card


def _put_away(dealt: list[Card], places: list[int], cards: Hand) -> None:
    for card in cards:
        known = [place for place in places if dealt[place] == card]
        unknown = [place for place in places if not dealt[place].known]
        if not known and unknown and (card not in dealt or unknown[0] >= len(DECK)):
            dealt[unknown[0]] = card
            known = unknown
        if known:
            places.remove(known[0])


def chance(deck: Sequence[Card]) -> Chance:
    """Chance with this deck and no other luck.

    A line that deals a card again is refused when its turn comes; no deck can say it.
    """
    seen: set[Card] = set()
    single: list[Card] = []
    for card in deck:
        single.append(UNKNOWN if card in seen else card)
        seen.add(card)
    return Chance(deck=tuple(single), seed=bytes(32))


def _twice(hands: Mapping[int, Hand], others: Hand) -> bool:
    known = Counter(card for cards in (*hands.values(), others) for card in cards if card.known)
    return any(times > 1 for times in known.values())
