"""What teams have scored in games for points, and the best of it: one list for every variant.

A score is written together with the command that ended its deal, in one append, so that after a
crash either both are there or neither. A team is who played, wherever they sat and whoever began;
its bots count by how well they play. A variant is all of a table's options: no two of them are
compared. What a bot has played in somebody's place counts for nobody.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.values.level import Level
from engine.values.options import Value
from protocol.messages import Best, Score, ScoreList, Tally
from server.log import Write
from server.table.state import BOT, Deal, Table, bot_name, is_bot

# So many teams are listed of a variant, and so many of one's own.
MOST = 10
# So many variants are told of, those of most teams first.
_VARIANTS = 60


def kept(after: Table, deal: Deal, at: int, names: Sequence[str]) -> tuple[Write, ...]:
    """What a deal that ended with result leaves in the list; nothing in games without points.

    `after` is the table as the deal left it, `at` milliseconds of Unix time, `names` what those in
    the deal's seats are called. Comes after the log's row of the command that ended it.
    """
    points = after.history[-1].scored.facts.get("points")
    if not after.game.scores or not isinstance(points, int):
        return ()
    people = [name for one, name in zip(deal.binding, names, strict=True) if not is_bot(one)]
    row = (
        *(after.id, deal.id, at, after.game.id, variant(after.values), team(after, deal)),
        *(_text(people), points, after.match.ended == "won"),
    )
    return (
        Write(
            "INSERT INTO scores"
            " (table_id, deal, at, game, variant, team, names, points, won)"
            " SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS"
            " (SELECT 1 FROM log JOIN deals USING (table_id) WHERE table_id = ? AND deal = ?"
            " AND log.seq > deals.seq AND json_extract(command, '$.type') = 'stand_in')",
            (*row, after.id, deal.id),
        ),
        *(
            Write(
                "INSERT OR IGNORE INTO teams (account, team)"
                " SELECT ?, team FROM scores WHERE table_id = ? AND deal = ?",
                (one, after.id, deal.id),
            )
            for one in deal.binding
            if not is_bot(one)
        ),
    )


def team(table: Table, deal: Deal) -> str:
    """Who played a deal, whoever sat where."""
    return _text(sorted(BOT + table.level if is_bot(one) else one for one in deal.binding))


def variant(options: Mapping[str, Value]) -> str:
    """All options of a table, in whatever order they came."""
    return msgspec.json.encode(options, order="sorted").decode()


def best(database: sqlite3.Connection, table: Table, deal: Deal) -> Best | None:
    """What the team of a deal has scored by its table's options, with that deal; None: nothing."""
    row = database.execute(
        "SELECT points, at, table_id = ? AND deal = ?, played, won, total"
        " FROM bests WHERE game = ? AND variant = ? AND team = ?",
        (table.id, deal.id, table.game.id, variant(table.values), team(table, deal)),
    ).fetchone()
    if row is None:
        return None
    points, at, fresh, *tally = row
    return Best(points, at, bool(fresh), Tally(*tally))


def listed(
    database: sqlite3.Connection, account: str, game: str, options: Mapping[str, Value]
) -> ScoreList:
    """The best teams of a variant, and an account's own ones; the variants that have any."""
    own = "team IN (SELECT team FROM teams WHERE account = :account)"
    columns = (
        "SELECT (SELECT count(*) + 1 FROM bests AS others WHERE others.game = :game"
        " AND others.variant = :variant AND others.points > bests.points),"
        f" names, team, bests.points, bests.at, {own}, played, bests.won, total"
        " FROM bests JOIN scores USING (table_id, deal, game, variant, team)"
        " WHERE game = :game AND variant = :variant"
    )
    order = " ORDER BY bests.points DESC, bests.at, team LIMIT :most"
    facts = {"account": account, "game": game, "variant": variant(options), "most": MOST}
    variants = database.execute(
        "SELECT variant FROM bests WHERE game = ? GROUP BY variant ORDER BY count(*) DESC, variant"
        " LIMIT ?",
        (game, _VARIANTS),
    )
    return ScoreList(
        options=dict(options),
        best=tuple(_score(row) for row in database.execute(columns + order, facts)),
        own=tuple(_score(row) for row in database.execute(f"{columns} AND {own}{order}", facts)),
        variants=tuple(msgspec.json.decode(one, type=dict[str, Value]) for (one,) in variants),
    )


def _score(row: Sequence[Any]) -> Score:
    rank, names, team, points, at, own, *tally = row
    return Score(
        rank=rank,
        names=_texts(names),
        bots=msgspec.convert(
            [bot_name(one) for one in _texts(team) if is_bot(one)], tuple[Level, ...]
        ),
        points=points,
        at=at,
        # How often others have tried is nobody's business.
        tally=Tally(*tally) if own else None,
    )


def _text(texts: Sequence[str]) -> str:
    return msgspec.json.encode(texts).decode()


def _texts(array: str) -> tuple[str, ...]:
    return msgspec.json.decode(array, type=tuple[str, ...])
