"""What lies on a table, in sentences: all of it, or the part that was asked for."""

from engine.kit.ranking import describe
from engine.kit.rows import ROWS
from engine.kit.square import cell_name
from engine.values.cards import Card, Empty, Token
from engine.values.offers import real
from engine.values.view import SeatView, View, Zone
from tui.canvas import say
from tui.canvas.cards import hand_line
from tui.canvas.scene import Scene
from tui.layouts import absence, cash, freezeout, points
from tui.layouts.betting.hands import holding
from tui.layouts.betting.kinds import kind_of
from tui.layouts.betting.words import low_ranks
from tui.lines.typed import in_order, shown
from tui.lines.voice import Voice
from tui.screens.speech import game_name

_SHOWN_SEATS = ("dealer", "small_blind", "big_blind", "ready", "winner")


def look(scene: Scene, voice: Voice) -> list[str]:
    """Everything that can be seen."""
    said = [title(scene, voice)]
    view = scene.table.view
    if view is not None:
        said += [*counters(scene, voice), *board(scene, voice), *pot(scene, voice)]
        said += tokens(scene, voice)
        said += grid(scene, voice)
        said += hand(scene, voice)
    return [*said, *players(scene, voice)]


def title(scene: Scene, voice: Voice) -> str:
    """The game, the table, the deal, and how far it is."""
    table, words = scene.table, voice.words
    parts = [game_name(words, table.game), words("lines.at_table", table=table.name)]
    if table.number:
        parts.append(voice("deal", number=table.number))
    if table.view is not None and (phase := phase_name(scene, voice)):
        parts.append(phase)
    return voice("sentence", text=", ".join(parts))


def phase_name(scene: Scene, voice: Voice) -> str:
    """How far the deal is; nothing where it has no name."""
    table, words = scene.table, voice.words
    if table.view is None:
        return ""
    code, _, about = table.view.phase.partition(".")
    for key in (f"{table.game}.phase.{code}", f"betting.street.{code}", f"lines.phase.{code}"):
        if words.has(key):
            named = words(key)
            suit = words(f"cards.suit.{about}") if about in {*"cdhs"} else ""
            return f"{named} {suit}".strip()
    return ""


def counters(scene: Scene, voice: Voice) -> list[str]:
    """What the table counts, as far as it has a name."""
    view, words = scene.table.view, voice.words
    parts = []
    for one in () if view is None else view.counters:
        if words.has(f"lines.counter.{one.id}"):
            key = "counter" if one.of is None else "counter.of"
            name, of = voice(f"counter.{one.id}"), words.number(one.of or 0)
            parts.append(voice(key, name=name, value=words.number(one.value), of=of))
    return [voice("sentence", text=", ".join(parts))] if parts else []


# ── parts ──────────────────────────────────────────────────────────────────────────────────────


def board(scene: Scene, voice: Voice) -> list[str]:
    """The cards in the middle."""
    zone = None if scene.table.view is None else scene.table.view.zone("board")
    if zone is None:
        return []
    cards = [cell for cell in zone.cells if isinstance(cell, Card)]
    if not cards:
        return [voice("board.none")] if zone.cells else []
    return [voice("board", cards=voice.cards(cards))]


def has_board(scene: Scene) -> bool:
    """Whether a card lies in the middle."""
    zone = None if scene.table.view is None else scene.table.view.zone("board")
    return zone is not None and any(isinstance(cell, Card) for cell in zone.cells)


def pot(scene: Scene, voice: Voice) -> list[str]:
    """All chips in the middle, those in front of seats with them; side pots one by one."""
    view, words = scene.table.view, voice.words
    if view is None or all(seat.bet is None for seat in view.seats):
        return []
    bets = sum(seat.bet or 0 for seat in view.seats)
    total = sum(one.chips for one in view.pots) + bets
    said = [voice("pot", chips=words.number(total))] if total else []
    if len(view.pots) > 1:
        for number, one in enumerate(view.pots):
            names = voice.listed(say.player(scene, seat, words) for seat in one.seats)
            key = "pot.main" if number == 0 else "pot.side"
            said.append(voice(key, chips=words.number(one.chips), names=names, number=number))
    return said


def tokens(scene: Scene, voice: Voice) -> list[str]:
    """Who has which token, round by round."""
    view, words = scene.table.view, voice.words
    said = []
    for zone in () if view is None else view.zones:
        if zone.kind != "rack":
            continue
        there = []
        for cell in zone.cells:
            if isinstance(cell, Token):
                where = voice("centre")
                if cell.holder is not None:
                    where = say.player(scene, cell.holder, words)
                    where = voice("you") if cell.holder == scene.table.me else where
                there.append(f"{cell.number} {where}")
        suit = words(f"cards.suit.{zone.id.partition('.')[2]}")
        said.append(voice("tokens", suit=suit, tokens=", ".join(there)))
    return said


def grid(scene: Scene, voice: Voice) -> list[str]:
    """The cards on the square, row by row; rows without one are left out."""
    view = scene.table.view
    said = []
    for zone in () if view is None else view.zones:
        if not zone.columns:
            continue
        laid = [
            (cell // zone.columns, f"{cell_name(cell)} {voice.card(card)}")
            for cell, card in enumerate(zone.cells)
            if isinstance(card, Card)
        ]
        said += [
            voice("grid", row=row + 1, cards=", ".join(text for at, text in laid if at == row))
            for row in sorted({at for at, _ in laid})
        ]
        if not laid:
            said.append(voice("grid.none"))
    return said


def hand(scene: Scene, voice: Voice) -> list[str]:
    """One's own cards, and what they come to."""
    view, me = scene.table.view, scene.table.me
    zone = None if view is None or me is None else view.zone(f"hand.{me}")
    if zone is None or not zone.cells:
        return []
    said = []
    cards = in_order([cell for cell in zone.cells if isinstance(cell, Card)])
    if len(cards) == len(zone.cells):
        name = hand_name(scene, voice)
        key, told = "hand.named" if name else "hand", voice.cards(cards)
        up = view.zone(f"up.{me}") if view is not None else None
        if up is not None and (there := voice.cards(up.cells)):
            told = voice("hand.open", cards=told, up=there)
        said.append(voice(key, cards=told, name=name))
    elif cards:
        said.append(voice("hand", cards=voice.cards(zone.cells)))
    else:
        key = "hand.unseen.one" if len(zone.cells) == 1 else "hand.unseen"
        said.append(voice(key, count=len(zone.cells)))
    return said


def own_rows(scene: Scene, voice: Voice) -> list[str]:
    """One's own rows as they lie."""
    view, me = scene.table.view, scene.table.me
    zones = () if view is None or me is None else view.zones
    parts = [part for zone in zones if zone.owner == me for part in _zone(scene, zone, voice)]
    return [voice("rows_so_far", rows=", ".join(parts))] if parts else []


def hand_name(scene: Scene, voice: Voice) -> str:
    """What one's own cards come to where there is a board; nothing elsewhere."""
    table, view, me = scene.table, scene.table.view, scene.table.me
    if view is None or me is None:
        return ""
    own, common = view.zone(f"hand.{me}"), view.zone("board")
    if own is None or common is None:
        return ""
    kind, up = kind_of(table.game), view.zone(f"up.{me}")
    held = (*own.cells, *(up.cells if up else ()))
    held = tuple(cell for cell in held if not isinstance(cell, Empty))
    found = holding(kind, held, common.cells)
    if found.name is None:
        return ""
    said = hand_line(found.name, voice.words)
    if kind.low and found.low:
        said += f", Low {low_ranks(found.low, voice.words)}"
    return said


def players(scene: Scene, voice: Voice) -> list[str]:
    """Everybody, a sentence each."""
    return [seat_line(scene, seat, voice) for seat in range(len(scene.table.chairs))]


def seat_line(scene: Scene, seat: int, voice: Voice) -> str:
    """One seat: who, what they have, what lies open before them."""
    table, words = scene.table, voice.words
    chair, view = table.chairs[seat], table.view
    playing = view is not None and table.stage in {"running", "between", "over"}
    if chair.kind == "empty" and not playing:
        return voice("seat.free", number=seat + 1)
    name = say.player(scene, seat, words) if playing else say.name_of(seat, table.chairs, words)
    if chair.kind == "empty" and (view is None or view.seats[seat].status == "out"):
        return voice("seat.free", number=seat + 1)
    parts = [voice("you")] if seat == table.me else []
    parts += [words("common.bot")] if chair.kind == "bot" else []
    parts += [words("absence.host")] if chair.owner else []
    parts += absence.seat_words(table, seat, words)
    if playing and view is not None and seat < len(view.seats):
        parts += _dealt(scene, view, seat, voice)
    if (chips := _chips(scene, seat)) is not None:
        parts.append(voice("stack", chips=words.number(chips)))
    if chair.points is not None:
        parts.append(voice("points", points=words.signed(chair.points.points)))
    for tag in (
        cash.label(table, seat, words) if cash.state(table, seat) not in ("in", "free") else "",
        points.tag(table, seat, words),
        freezeout.tag(table, seat, words) if chair.freezeout is not None else "",
    ):
        parts += [tag] if tag else []
    if table.stage != "running" and chair.ready:
        parts.append(words("common.ready"))
    return voice("seat", name=name, about=", ".join(parts)) if parts else name + "."


def _chips(scene: Scene, seat: int) -> int | None:
    chair = scene.table.chairs[seat]
    if chair.cash is not None:
        return cash.stack(scene.table, seat)
    if chair.freezeout is not None:
        return freezeout.stack(scene.table, seat)
    return None


def _dealt(scene: Scene, view: View, seat: int, voice: Voice) -> list[str]:
    words, shown_seat = voice.words, view.seats[seat]
    parts = [voice("turn_mark")] if seat in view.to_act and scene.table.stage == "running" else []
    parts += _marks(shown_seat, voice)
    if shown_seat.bet:
        parts.append(voice("bet", chips=words.number(shown_seat.bet)))
    if shown_seat.status in ("folded", "all_in", "out"):
        parts.append(voice(f"status.{shown_seat.status}"))
    for zone in view.zones:
        if zone.owner == seat:
            parts += _zone(scene, zone, voice)
    return parts


def _marks(shown_seat: SeatView, voice: Voice) -> list[str]:
    return [voice(f"mark.{mark}") for mark in shown_seat.markers if mark in _SHOWN_SEATS]


def _zone(scene: Scene, zone: Zone, voice: Voice) -> list[str]:
    """Open cards of a seat: of others all that is seen, of one's own the rows alone."""
    kind, _, _ = zone.id.partition(".")
    cards = [cell for cell in zone.cells if isinstance(cell, Card) and cell.known]
    if not cards or kind == "best" or (kind == "hand" and zone.owner == scene.table.me):
        return []
    if kind in ROWS:
        name = describe(cards)
        hand = hand_line(name, voice.words)
        row = shown(kind, voice.words)
        return [voice("zone.row", row=row, cards=voice.cards(cards), hand=hand)]
    return [voice("zone.open", cards=voice.cards(cards))]


def my_turn(scene: Scene) -> bool:
    """Whether a decision of one's own stands."""
    return scene.table.stage == "running" and bool(real(scene.table.offers))
