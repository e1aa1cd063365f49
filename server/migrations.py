"""The shape of the log's file, step by numbered step."""

import sqlite3

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
    for number, step in enumerate(MIGRATIONS[version:], version + 1):
        database.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {number}; COMMIT;")
