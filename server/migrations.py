"""The shape of the log's file, step by numbered step."""

import json
import sqlite3

from server.looks import likenesses

# One string a version, applied in order and never changed afterwards; the file's user_version
# is the number of steps that it has had.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE accounts (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL,
        key TEXT UNIQUE,          -- fingerprint of the proved key; NULL for guests
        code BLOB UNIQUE,         -- SHA-256 of a guest's code; NULL with a key
        seen INTEGER NOT NULL     -- Unix time in seconds of the last hello
    );
    CREATE INDEX accounts_by_name ON accounts (folded);

    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        opened INTEGER NOT NULL,  -- Unix time in milliseconds
        closed INTEGER
    );

    CREATE TABLE log (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,      -- Unix time in milliseconds
        by TEXT NOT NULL,         -- an account, a bot, or `clock`
        command TEXT NOT NULL,    -- JSON of server.table.commands
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;

    CREATE TABLE deals (
        table_id TEXT NOT NULL REFERENCES tables (id),
        deal INTEGER NOT NULL,
        seq INTEGER NOT NULL,     -- the log row that began it
        game TEXT NOT NULL,
        rules INTEGER NOT NULL,
        options TEXT NOT NULL,    -- JSON, names and values
        binding TEXT NOT NULL,    -- JSON, the occupant of each deal seat
        deck TEXT NOT NULL,       -- the cards from the top
        seed BLOB NOT NULL,
        before TEXT NOT NULL,     -- JSON, the table as the deal began, its match in it
        ended INTEGER,            -- the log row that ended it; NULL while it runs
        after TEXT,               -- JSON, the table as the deal ended
        events TEXT,              -- JSON, secrets with the seats that may see them
        PRIMARY KEY (table_id, deal)
    ) WITHOUT ROWID;

    CREATE TABLE answers (
        account TEXT NOT NULL,
        key TEXT NOT NULL,        -- the client's own, of a request that must not be done twice
        at INTEGER NOT NULL,
        table_id TEXT,
        PRIMARY KEY (account, key)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE probe (
        id INTEGER PRIMARY KEY,
        room BLOB NOT NULL        -- holds nothing: what matters is that it could be written
    );
    """,
    """
    CREATE TABLE finished (
        table_id TEXT NOT NULL,
        deal INTEGER NOT NULL,
        at INTEGER NOT NULL,      -- Unix time in milliseconds of its end
        name TEXT NOT NULL,       -- the table's
        game TEXT NOT NULL,
        number INTEGER NOT NULL,  -- within its match
        scored TEXT NOT NULL,     -- JSON, how it ended
        names TEXT NOT NULL,      -- JSON, what those in its seats were called then
        PRIMARY KEY (table_id, deal)
    ) WITHOUT ROWID;

    CREATE TABLE players (
        account TEXT NOT NULL,
        at INTEGER NOT NULL,      -- of the finished deal
        table_id TEXT NOT NULL,
        deal INTEGER NOT NULL,
        PRIMARY KEY (account, at, table_id, deal)
    ) WITHOUT ROWID;

    -- A deal that was cancelled has no result. Where the log of a table is gone already, its deals
    -- count as ended when it was closed.
    INSERT INTO finished
    SELECT
        table_id,
        deal,
        coalesce(
            (SELECT at FROM log WHERE log.table_id = deals.table_id AND seq = ended),
            (SELECT coalesce(closed, opened) FROM tables WHERE id = table_id),
            0
        ),
        json_extract(after, '$.name'),
        game,
        json_extract(after, '$.match.number'),
        coalesce(json_extract(after, '$.history[#-1].scored'), '{"code":"over"}'),
        (
            SELECT json_group_array(called) FROM (
                SELECT CASE
                    WHEN value LIKE 'bot:%' THEN substr(value, 5)
                    ELSE coalesce((SELECT name FROM accounts WHERE id = value), '')
                END AS called
                FROM json_each(binding) ORDER BY key
            )
        )
    FROM deals
    WHERE ended IS NOT NULL AND json_extract(after, '$.cancelled') IS NULL;

    INSERT INTO players
    SELECT DISTINCT accounts.id, at, table_id, deal
    FROM finished JOIN deals USING (table_id, deal), json_each(binding) AS occupant
    JOIN accounts ON accounts.id = occupant.value;
    """,
    """
    CREATE TABLE moves (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,      -- Unix time in milliseconds
        source TEXT NOT NULL,     -- `house`, an account, or `table:` and a table
        target TEXT NOT NULL,
        chips INTEGER NOT NULL CHECK (chips > 0),
        why TEXT NOT NULL,
        CHECK (source <> target)
    );
    CREATE INDEX moves_by_target ON moves (target, why, at);

    -- What the moves add up to; the house alone gives what it has not got.
    CREATE TABLE balances (
        holder TEXT PRIMARY KEY,
        chips INTEGER NOT NULL DEFAULT 0 CHECK (chips >= 0 OR holder = 'house')
    ) WITHOUT ROWID;

    CREATE TRIGGER moved AFTER INSERT ON moves BEGIN
        INSERT INTO balances (holder)
        SELECT holder FROM (SELECT new.source AS holder UNION SELECT new.target)
        WHERE holder NOT IN (SELECT holder FROM balances);
        UPDATE balances SET chips = chips - new.chips WHERE holder = new.source;
        UPDATE balances SET chips = chips + new.chips WHERE holder = new.target;
    END;
    """,
    """
    CREATE TABLE scores (
        table_id TEXT NOT NULL,
        deal INTEGER NOT NULL,
        at INTEGER NOT NULL,      -- Unix time in milliseconds of its end
        game TEXT NOT NULL,
        variant TEXT NOT NULL,    -- JSON, all options, their names in order
        team TEXT NOT NULL,       -- JSON, its accounts in order, bots as `bot:` and how they play
        names TEXT NOT NULL,      -- JSON, what its people were called then, by seat
        points INTEGER NOT NULL,
        won INTEGER NOT NULL,     -- 1 or 0
        PRIMARY KEY (table_id, deal)
    ) WITHOUT ROWID;
    CREATE INDEX scores_by_team ON scores (team);

    -- Which teams an account is one of.
    CREATE TABLE teams (
        account TEXT NOT NULL,
        team TEXT NOT NULL,
        PRIMARY KEY (account, team)
    ) WITHOUT ROWID;

    -- What the scores add up to; `table_id` and `deal` are those of the first one that was as good.
    CREATE TABLE bests (
        game TEXT NOT NULL,
        variant TEXT NOT NULL,
        team TEXT NOT NULL,
        played INTEGER NOT NULL,
        won INTEGER NOT NULL,
        total INTEGER NOT NULL,
        points INTEGER NOT NULL,
        at INTEGER NOT NULL,
        table_id TEXT NOT NULL,
        deal INTEGER NOT NULL,
        PRIMARY KEY (game, variant, team)
    ) WITHOUT ROWID;
    CREATE INDEX bests_by_points ON bests (game, variant, points DESC, at);
    CREATE INDEX bests_by_team ON bests (team);

    CREATE TRIGGER scored AFTER INSERT ON scores BEGIN
        INSERT INTO bests
        SELECT new.game, new.variant, new.team, 0, 0, 0, new.points, new.at, new.table_id, new.deal
        WHERE NOT EXISTS (
            SELECT 1 FROM bests
            WHERE game = new.game AND variant = new.variant AND team = new.team
        );
        UPDATE bests SET played = played + 1, won = won + new.won, total = total + new.points
        WHERE game = new.game AND variant = new.variant AND team = new.team;
        UPDATE bests
        SET points = new.points, at = new.at, table_id = new.table_id, deal = new.deal
        WHERE game = new.game AND variant = new.variant AND team = new.team
            AND points < new.points;
    END;
    """,
    """
    CREATE TABLE drafts (
        table_id TEXT NOT NULL,
        account TEXT NOT NULL,
        deal INTEGER NOT NULL,
        decision INTEGER NOT NULL,
        kept TEXT NOT NULL,       -- JSON, the rows as they lie, and the last that were right
        PRIMARY KEY (table_id, account)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE players ADD COLUMN points INTEGER;  -- what the deal brought, where it is for points
    """,
    """
    CREATE TABLE penalties (
        kind TEXT NOT NULL,       -- `ban` or `mute`
        subject TEXT NOT NULL,    -- `account:`, `key:` or `address:`, and which
        name TEXT NOT NULL,       -- what the account was called then
        at INTEGER NOT NULL,      -- Unix time in milliseconds
        until INTEGER,            -- the same; NULL: for good
        reason TEXT NOT NULL,
        by TEXT NOT NULL,         -- the operator's name on the machine
        PRIMARY KEY (kind, subject)
    ) WITHOUT ROWID;

    -- Accounts whose keys an operator has forgotten: they come by a code, and what they are called
    -- stays theirs.
    CREATE TABLE keyless (account TEXT PRIMARY KEY) WITHOUT ROWID;
    """,
    """
    CREATE TABLE keys (
        key TEXT PRIMARY KEY,     -- fingerprint of a proved key
        account TEXT NOT NULL,
        added INTEGER NOT NULL    -- Unix time in seconds; of the first keys, that of the last hello
    ) WITHOUT ROWID;
    CREATE INDEX keys_by_account ON keys (account);

    -- What an account's name looks like, in up to three ways: names are alike that share one.
    CREATE TABLE likenesses (
        likeness TEXT NOT NULL,
        account TEXT NOT NULL,
        PRIMARY KEY (likeness, account)
    ) WITHOUT ROWID;
    CREATE INDEX likenesses_by_account ON likenesses (account);

    -- Whoever brings such a code proves another key of the account.
    CREATE TABLE invitations (
        account TEXT PRIMARY KEY,
        code BLOB NOT NULL UNIQUE,  -- its SHA-256
        until INTEGER NOT NULL      -- Unix time in seconds
    ) WITHOUT ROWID;

    CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        code BLOB UNIQUE,         -- SHA-256 of a guest's code; NULL with a key
        seen INTEGER NOT NULL     -- Unix time in seconds of the last hello
    );
    INSERT INTO people SELECT id, name, code, seen FROM accounts ORDER BY rowid;
    INSERT INTO keys SELECT key, id, seen FROM accounts WHERE key IS NOT NULL;
    INSERT INTO likenesses
    SELECT looks.value, accounts.id FROM accounts, json_each(likenesses(name)) AS looks;
    DROP TABLE accounts;
    ALTER TABLE people RENAME TO accounts;
    """,
    """
    ALTER TABLE accounts ADD COLUMN prefs TEXT NOT NULL DEFAULT '{}';  -- JSON, names and values
    """,
    """
    CREATE TABLE templates (
        account TEXT NOT NULL,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        settings TEXT NOT NULL,   -- JSON, names and values, the client's own
        PRIMARY KEY (account, game, name)
    ) WITHOUT ROWID;
    """,
)

# Changes nothing that anybody reads; larger than what one entry of a table's log needs.
PROBE = "REPLACE INTO probe (id, room) VALUES (1, zeroblob(65536))"


class NewerFile(Exception):
    """The file was written by a newer version of the program: the shape it has, the one we know."""

    def __init__(self, has: int, knows: int) -> None:
        super().__init__(f"the log has shape {has}, this program knows {knows}")
        self.has = has
        self.knows = knows


def migrate(database: sqlite3.Connection) -> None:
    """Bring the file to the newest shape, each step whole or not at all.

    NewerFile if it has had steps that this program does not know.
    """
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise NewerFile(version, len(MIGRATIONS))
    database.create_function("likenesses", 1, _likenesses, deterministic=True)
    for number, step in enumerate(MIGRATIONS[version:], version + 1):
        database.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {number}; COMMIT;")


def _likenesses(name: str) -> str:
    return json.dumps(sorted(likenesses(name)))
