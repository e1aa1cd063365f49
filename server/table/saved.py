"""A table as text and back: snapshots between deals, commands, chance and labelled events."""

import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, Literal, get_args

import msgspec
from msgspec import Raw, Struct

from engine import match as matches
from engine.game import AnyGame, Setup
from engine.match import Cash, Chair, Freezeout, Match, Points, SomeMatch
from engine.values.cards import Hidden, cards
from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.level import USUAL, Level
from engine.values.options import Value
from engine.values.secret import Secret
from engine.values.why import Illegal, Why
from protocol.messages import PATIENCE, DealScore, TableChat
from server.table.commands import Begin, Command
from server.table.state import Absence, Table, Tempo, is_bot


class Unreadable(Exception):
    """What the log holds can't be read by this program: a game or an option is gone."""


class _Match(Struct, frozen=True):
    """A cooperative match, whose carry is the game's own."""

    chairs: tuple[Chair, ...]
    button: int
    carry: Raw
    number: int
    running: bool
    ended: Literal["won", "lost", "finished"] | None


class _Table(Struct, frozen=True):
    id: str
    name: str
    game: str
    values: dict[str, Value]
    chairs: tuple[str | None, ...]
    match: Raw
    deals: int
    history: tuple[DealScore, ...]
    cancelled: Why | None
    owner: str | None = None
    clock: int | None = None
    patience: int = PATIENCE
    level: Level = USUAL
    absence: Absence = Absence()
    keys: tuple[tuple[str, str], ...] = ()
    tempo: Tempo = Tempo()
    begun: int | None = None
    code: str | None = None
    spectators: bool = True
    chat: TableChat = "free"


class _Began(Struct, frozen=True):
    values: dict[str, Value]
    match: Raw


class _Begin(Struct, frozen=True, tag="deal"):
    deal: int
    at: int = 0


_SECRET, _SEEN_BY = "secret", "seen_by"
_HIDDEN: Any = msgspec.to_builtins(Hidden())


# Commands as they are written: a deal's is the one without its chance.
_COMMAND: msgspec.json.Decoder[Any] = msgspec.json.Decoder(
    reduce(operator.or_, (_Begin if kind is Begin else kind for kind in get_args(Command)))
)


def snapshot(table: Table) -> str:
    """The table without the deal on it."""
    saved = _Table(
        id=table.id,
        name=table.name,
        game=table.game.id,
        values=table.values,
        chairs=table.chairs,
        match=_match_text(table.match),
        deals=table.deals,
        history=table.history,
        cancelled=table.cancelled,
        owner=table.owner,
        clock=table.clock,
        patience=table.patience,
        level=table.level,
        absence=table.absence,
        keys=table.keys,
        tempo=table.tempo,
        begun=table.begun,
        code=table.code,
        spectators=table.spectators,
        chat=table.chat,
    )
    return msgspec.json.encode(saved).decode()


def _match_text(match: SomeMatch) -> Raw:
    if not isinstance(match, Match):
        return Raw(msgspec.json.encode(match))
    saved = _Match(
        chairs=match.chairs,
        button=match.button,
        carry=Raw(msgspec.json.encode(match.carry)),
        number=match.number,
        running=match.running,
        ended=match.ended,
    )
    return Raw(msgspec.json.encode(saved))


def _match_of(text: Raw, game: AnyGame) -> SomeMatch:
    """The match that `_match_text` wrote; msgspec.MsgspecError if it is none of the game's."""
    if game.match == "cash":
        return msgspec.json.decode(text, type=Cash)
    if game.match == "points":
        return msgspec.json.decode(text, type=Points)
    if game.match == "freezeout":
        return msgspec.json.decode(text, type=Freezeout)
    saved = msgspec.json.decode(text, type=_Match)
    return Match(
        chairs=saved.chairs,
        button=saved.button,
        carry=msgspec.json.decode(saved.carry, type=game.Carry),
        number=saved.number,
        running=saved.running,
        ended=saved.ended,
    )


def from_snapshot(text: str, games: Mapping[str, AnyGame]) -> Table:
    """The table that `snapshot` wrote; Unreadable if its game is not played here any more."""
    saved = msgspec.json.decode(text, type=_Table)
    game = games.get(saved.game)
    if game is None:
        raise Unreadable(f"no game {saved.game}")
    people = (one for one in saved.chairs if one is not None and not is_bot(one))
    return Table(
        id=saved.id,
        name=saved.name,
        game=game,
        options=matches.typed(game, saved.values)[0],
        values=saved.values,
        chairs=saved.chairs,
        match=_match_of(saved.match, game),
        deals=saved.deals,
        history=saved.history,
        cancelled=saved.cancelled,
        # Written before tables had owners: it belongs to somebody who sits there, as all do.
        owner=saved.owner or next(people, None),
        clock=saved.clock,
        patience=saved.patience,
        level=saved.level,
        absence=saved.absence,
        keys=saved.keys,
        tempo=saved.tempo,
        begun=saved.begun,
        code=saved.code,
        spectators=saved.spectators,
        chat=saved.chat,
    )


def command_text(command: Command) -> str:
    """A command as the log's row holds it; a deal's chance goes into the deal's own row."""
    row: Any = _Begin(command.deal, command.at) if isinstance(command, Begin) else command
    return msgspec.json.encode(row).decode()


def read_command(text: str, chances: Mapping[int, Chance]) -> Command:
    """The command of a log row, with the chance of its deal's row."""
    command: Command | _Begin = _COMMAND.decode(text)
    if isinstance(command, _Begin):
        return Begin(command.deal, chances[command.deal], command.at)
    return command


def deck_text(chance: Chance) -> str:
    """A deck from the top, written as in PHH."""
    return "".join(card.code for card in chance.deck)


def chance_of(deck: str, seed: bytes) -> Chance:
    """The chance whose deck and seed were written down."""
    return Chance(deck=cards(deck), seed=seed)


def events_text(events: Events) -> str:
    """Events with every secret beside the seats that may see it, for histories."""
    return msgspec.json.encode(events, enc_hook=_labelled).decode()


def events_for(text: str, seat: int) -> Events:
    """The events that `events_text` wrote, as `seat` was told them; Unreadable if they aren't any.

    What the seat may not see is never made a value at all.
    """
    return _events(text, lambda held: held[_SECRET] if seat in held[_SEEN_BY] else _HIDDEN)


def events_opened(text: str) -> Events:
    """The events that `events_text` wrote, with all that is in them; Unreadable as before.

    For folding the deal again. Nobody is ever told them.
    """
    return _events(text, lambda held: held[_SECRET])


def began(before: str, game: AnyGame) -> tuple[Struct, Setup]:
    """The options and the setup of the deal that began at the table `snapshot` wrote.

    Unreadable if they are none of the game's any more.
    """
    try:
        table = msgspec.json.decode(before, type=_Began)
        options, _ = matches.typed(game, table.values)
        _, following = _match_of(table.match, game).start(game, options)
        return options, following.setup
    except (msgspec.MsgspecError, Illegal) as failure:
        raise Unreadable("the beginning of a deal") from failure


def _labelled(value: Any) -> Any:
    if isinstance(value, Secret):
        return {_SECRET: value.value, _SEEN_BY: sorted(value.seen_by)}
    raise NotImplementedError(type(value).__name__)


def _events(text: str, told: Callable[[dict[str, Any]], object]) -> Events:
    try:
        return msgspec.convert(_unlabelled(msgspec.json.decode(text), told), Events)
    except msgspec.MsgspecError as failure:
        raise Unreadable("the events of a deal") from failure


def _unlabelled(value: Any, told: Callable[[dict[str, Any]], object]) -> Any:
    """The value with what is told instead of each labelled secret in it."""
    if isinstance(value, list):
        return [_unlabelled(item, told) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {_SECRET, _SEEN_BY}:
        return told(value)
    return {key: _unlabelled(item, told) for key, item in value.items()}
