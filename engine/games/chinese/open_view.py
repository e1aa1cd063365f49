"""What lies on the table of an open-face deal."""

from engine.games.chinese import told
from engine.games.chinese.open_state import (
    PineappleOptions,
    State,
    all_rows,
    boards,
    lands,
    seats,
)
from engine.games.chinese.state import cells, own
from engine.kit.rows import ROWS
from engine.kit.royalties import LAND
from engine.values.cards import Cell, Empty
from engine.values.draft import FULL
from engine.values.view import Counter, Note, SeatView, View, Zone
from engine.values.why import Facts


def view(state: State) -> View:
    """Open rows for all; cards yet to be laid, thrown away or set unseen for their owner."""
    turn = state.turn
    waiting = [seat for seat in state.setting if state.hands[seat].value]
    over = state.over
    return View(
        phase="over" if over else "set" if turn is None else "lay",
        to_act=tuple(sorted({*waiting, *(() if turn is None else (turn,))})),
        zones=tuple(zone for seat in seats(state) for zone in _zones(state, seat)),
        seats=tuple(
            SeatView(
                markers=(
                    *(("dealer",) if seat == state.dealer else ()),
                    *(("ready",) if state.inside[seat] is not None else ()),
                )
            )
            for seat in seats(state)
        ),
        counters=(Counter("round", state.round + 1, len(state.counts)),),
        notes=_notes(state),
    )


def _zones(state: State, seat: int) -> tuple[Zone, ...]:
    away = state.away[seat]
    found = [Zone(f"hand.{seat}", "hand", seat, cells(state.hands[seat]))]
    for place, name in enumerate(ROWS):
        lying = all_rows(state, seat)[place]
        unseen = state.land[seat] and not state.over
        row: tuple[Cell, ...] = tuple([own(card, seat) for card in lying]) if unseen else lying
        row += (Empty(),) * (FULL[place] - len(lying))
        found.append(Zone(f"{name}.{seat}", "row", seat, row))
    if state.kind == "pineapple":
        found.append(Zone(f"away.{seat}", "stack", seat, cells(away)))
    return tuple(found)


def _notes(state: State) -> tuple[Note, ...]:
    """What is worth saying, above all how it is counted, so that whoever plays by views knows it.

    `counting`: the royalties by their option, the cards that Fantasyland gives at least (0: it is
    not played), and whether better fronts get more.
    """
    found = [Note("counting", None, _counting(state))]
    found += [
        Note("in_fantasyland", seat, {"cards": count})
        for seat, count in enumerate(state.land)
        if count
    ]
    if state.over:
        found += told.notes(boards(state), state.counting)
        found += [
            Note("fantasyland", seat, {"cards": count})
            for seat, count in enumerate(lands(state))
            if count
        ]
    return tuple(found)


def _counting(state: State) -> Facts:
    options = state.options
    progressive = isinstance(options, PineappleOptions) and options.progressive
    cards = LAND[state.kind] if options.fantasyland else 0
    return {"royalties": options.royalties, "cards": cards, "progressive": progressive}
