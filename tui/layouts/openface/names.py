"""What rows are, in as many words as there is room for, and what they lead to."""

from collections.abc import Sequence

from rich.cells import cell_len

from engine.kit.outlook import earned, earned_next, so_far
from engine.kit.ranking import HandName, describe
from engine.kit.rows import FRONT, ROWS
from engine.values.cards import Card
from engine.values.draft import FULL
from tui.canvas import cards
from tui.canvas.palette import Palette
from tui.canvas.pen import Span, Spans, clipped
from tui.layouts.arranging.rows import row_word
from tui.layouts.openface.seen import Board, Seen
from tui.locale import Words

SUITED = 3  # cards of one suit from which a row that is nothing yet is called by them
_MADE_OF = {"two_pair": 2, "full_house": 2}  # ranks that name a hand; elsewhere one
_SAME = {"pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4}


def hand_of(row: Sequence[Card]) -> HandName:
    """What a row is, by the ranks that name it; kickers only count once it is full."""
    hand = describe(row)
    return HandName(hand.name, hand.ranks[: _MADE_OF.get(hand.name, 1)])


def suited(row: Sequence[Card], at: int) -> str:
    """The suit of a row of five places that is all of one suit so far; empty where it is none."""
    few = len(row) < SUITED or len(row) == FULL[at] or at == FRONT
    return "" if few or len({card.suit for card in row}) > 1 else row[0].suit


def code(row: Sequence[Card], at: int, words: Words) -> str:
    """A row in at most four cells: `DD`, `2P`, `4♥`, `K`; empty for an empty one."""
    if not row:
        return ""
    if suit := suited(row, at):
        return f"{len(row)}{cards.SUITS[suit]}"
    hand = hand_of(row)
    letter = cards.letter(hand.ranks[0], words)
    if hand.name in _SAME:
        count = _SAME[hand.name]
        return letter * count if len(letter) * count <= 4 else f"{count}×{letter}"
    if hand.name == "high_card":
        return letter
    return words(f"openface.code.{hand.name}")


def brief(row: Sequence[Card], at: int, words: Words) -> str:
    """A row in a few words: `Paar D`, `vier Herz`, `K hoch`; empty for an empty one."""
    if not row:
        return ""
    if suit := suited(row, at):
        return words(f"openface.suited.{len(row)}", suit=words(f"cards.suit.{suit}"))
    hand = hand_of(row)
    return words(f"openface.brief.{hand.name}", letter=cards.letter(hand.ranks[0], words))


def full(row: Sequence[Card], at: int, words: Words, room: int) -> str:
    """A row by its whole name: `Paar Könige`, with `vier Herz` where it may become a flush."""
    if not row:
        return ""
    hand = describe(row) if len(row) == FULL[at] else hand_of(row)
    name = cards.hand_short(hand, words, room)
    if suit := suited(row, at):
        more = words(f"openface.suited.{len(row)}", suit=words(f"cards.suit.{suit}"))
        if len(name) + len(more) + 3 <= room:
            return f"{name} · {more}"
    return name


# ── what somebody else's rows come to ──────────────────────────────────────────────────────────


def outlook(seen: Seen, board: Board, palette: Palette, room: int) -> Spans:
    """The line under a board: face down, a foul, Fantasyland, or what it earns."""
    words = seen.words
    if board.covered or (board.at_once and seen.me != board.seat):
        if board.ready:
            text = words("openface.set_covered")
            return clipped((("✓ ", palette.good), (text, palette.muted)), room)
        return clipped(((words("openface.covered"), palette.muted),), room)
    if found := seen.dead(board):
        text = words("openface.dead", row=row_word(ROWS.index(found.row), words))
        return clipped(((f"✗ {text}", palette.bad),), room)
    long, few = _promise(seen, board, long=True), _promise(seen, board, long=False)
    said = long if cell_len(long) <= room else few
    return clipped(((said, palette.muted),), room)


def _promise(seen: Seen, board: Board, *, long: bool) -> str:
    """What an open board without a foul comes to: Fantasyland, royalties, or free places."""
    words = seen.words
    if seen.leads(board, board.rows)[FRONT]:
        front = board.rows[FRONT]
        many = words(f"cards.ranks.{hand_of(front).ranks[0]}")
        if long:
            return words("openface.front_leads_long", many=many)
        return words("openface.front_leads", cards=code(front, FRONT, words))
    if not seen.royalties.front:
        left = sum(FULL) - board.count
        return words(f"openface.free.{'one' if left == 1 else 'many'}", count=left)
    sure = sum(earned(board.rows, seen.royalties))
    most = earned_next(board.rows, seen.royalties, seen.unseen)
    key = "openface.royalties_long" if long else "openface.royalties"
    return words(key if most > sure else "openface.royalties_sure", sure=sure, most=most)


# ── one's own rows ─────────────────────────────────────────────────────────────────────────────


def row_lines(seen: Seen, at: int, palette: Palette, room: int) -> list[Spans]:
    """What a row of the board shown large is, how it stands, what it earns: up to three lines."""
    words, rows, own = seen.words, seen.rows, seen.own
    row = rows[at]
    free = FULL[at] - len(row)
    if own is None or (own.covered and seen.sorting is None):
        return []
    places: Span = (
        words(f"openface.free.{'one' if free == 1 else 'many'}", count=free),
        palette.muted,
    )
    if not row:
        return [(places,)]
    lines: list[Spans] = [((full(row, at, words, room), palette.text),)]
    check, right = _check(seen, at, palette, room)
    if check:
        lines.append((check,))
    if seen.doomed is not None and seen.doomed.behind == ROWS[at]:
        return [
            *(clipped(line, room) for line in lines),
            ((words("openface.fouled"), palette.bad),),
        ]
    gains = _gains(seen, at)
    if gains:
        lines.append(((gains, palette.good),))
    if free and (not right or (at == FRONT and not gains)):
        if gains:
            lines[-1] = (*lines[-1], (" · ", palette.muted), places)
        else:
            lines.append((places,))
    return [clipped(line, room) for line in lines[:3]]


def _check(seen: Seen, at: int, palette: Palette, room: int) -> tuple[Span | None, bool]:
    """How a row stands to the one before it; whether that is as it has to be."""
    words, rows = seen.words, seen.rows
    doomed = seen.doomed
    if doomed is not None and doomed.behind == ROWS[at]:
        return (
            f"✗ {words('openface.too_weak', row=row_word(ROWS.index(doomed.row), words))}",
            palette.bad,
        ), False
    if at == FRONT or not rows[at - 1]:
        return None, True
    before, here = so_far(rows[at - 1]), so_far(rows[at])
    row = row_word(at - 1, words)
    if here >= before:
        key = "openface.beats" if here > before else "openface.equals"
        return (f"✓ {words(key, row=row)}", palette.good), True
    weaker = f"! {words('openface.weaker', row=row)}"
    if cell_len(weaker) > room:
        weaker = f"! {words('openface.too_weak', row=row)}"
    return (weaker, palette.bad), False


def _gains(seen: Seen, at: int) -> str:
    """The royalty of a row and whether it leads to Fantasyland, if there is no foul."""
    words, own = seen.words, seen.own
    if own is None or seen.doomed is not None:
        return ""
    said: list[str] = []
    if points := earned(seen.rows, seen.royalties)[at]:
        said.append(words("openface.royalty", points=points))
    if seen.leads(own, seen.rows)[at]:
        said.append("Fantasyland")
    return " · ".join(said)
