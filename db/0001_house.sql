-- What the house remembers. Steps are numbered and never edited once released; a change is a new step. Times are
-- seconds since 1970-01-01 UTC. Games, rules and kinds are kept under their ids, which are never renamed; titles that
-- people see are not in here. Figures are not kept but counted from the scores: there is one truth.

-- A person with a name of their own. A row is never deleted and an id never given twice: scores and records point
-- here.
CREATE TABLE account (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    handle    TEXT    NOT NULL UNIQUE COLLATE NOCASE CHECK (length(handle) BETWEEN 2 AND 16),
    password  TEXT,                                             -- Argon2id, with its salt and cost; NULL: keys only
    charset   TEXT    NOT NULL DEFAULT '' CHECK (length(charset) <= 7),  -- the person's choice; it wins over detection
    tally     INTEGER NOT NULL DEFAULT 0 CHECK (tally BETWEEN 0 AND 49), -- points since the last banner (T13)
    loser     INTEGER NOT NULL DEFAULT 0 CHECK (loser IN (0, 1)),        -- wears the big loser's mark (T13)
    created_s INTEGER NOT NULL,
    seen_s    INTEGER NOT NULL                                  -- the last time it was proved to be theirs
) STRICT;

-- The SSH keys that prove an account. Only the SHA-256 of a proven key is kept, never a key, so that nobody can be
-- looked up elsewhere by it. One key belongs to one account; an account may have several, so a lost one is not a lost
-- account.
CREATE TABLE account_key (
    hash       BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    account_id INTEGER NOT NULL REFERENCES account,
    added_s    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_key_account ON account_key (account_id);

-- A table at which rounds are played. It is written whole whenever it changes; after a restart of the host every
-- table that is not closed is set up again.
CREATE TABLE card_table (
    id       INTEGER PRIMARY KEY,                               -- given out by the host, in one sequence with rounds
    game     TEXT    NOT NULL,
    kind     TEXT    NOT NULL,                                  -- what its figures are kept under: "corners last"
    rules    TEXT    NOT NULL,                                  -- as in a record's [Rules]
    seats    INTEGER NOT NULL CHECK (seats BETWEEN 1 AND 4),
    round    INTEGER NOT NULL CHECK (round >= 0),
    opened_s INTEGER NOT NULL,
    closed_s INTEGER                                            -- NULL: still standing
) STRICT;
CREATE INDEX card_table_open ON card_table (id) WHERE closed_s IS NULL;

-- Who sits at a table now. A guest has a name and no account; a computer player has a strength.
CREATE TABLE seat (
    table_id   INTEGER NOT NULL REFERENCES card_table,
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 4),
    kind       INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),      -- empty, person, computer
    account_id INTEGER REFERENCES account CHECK (account_id IS NULL OR kind = 1),
    name       TEXT    NOT NULL,
    strength   INTEGER NOT NULL,
    total      INTEGER NOT NULL,                                -- points of the match so far (T12)
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- A round: everything its record needs but the seats and the moves. It has its own copy of game and rules because a
-- record must read the same whatever becomes of its table. The key fixes the deck (T3).
CREATE TABLE round (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES card_table,
    number   INTEGER NOT NULL CHECK (number >= 1),
    dealer   INTEGER NOT NULL CHECK (dealer BETWEEN 1 AND 4),
    deal_key BLOB    NOT NULL CHECK (length(deal_key) = 32),
    game     TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    rules    TEXT    NOT NULL,
    seats    INTEGER NOT NULL CHECK (seats BETWEEN 1 AND 4),
    begun_s  INTEGER NOT NULL,
    ended_s  INTEGER,                                           -- NULL: still being played
    result   TEXT CHECK (result IS NULL OR ended_s IS NOT NULL) -- NULL though ended: the table broke up, nothing counts
) STRICT;
CREATE INDEX round_table ON round (table_id);
-- A table plays one round at a time; this is also how a restart finds it.
CREATE UNIQUE INDEX round_open ON round (table_id) WHERE ended_s IS NULL;

-- Who sat where when the round began: the [Seats] of its record. People come and go at the table; this does not
-- change.
CREATE TABLE round_seat (
    round_id   INTEGER NOT NULL REFERENCES round,
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 4),
    kind       INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
    account_id INTEGER REFERENCES account CHECK (account_id IS NULL OR kind = 1),
    name       TEXT    NOT NULL,
    strength   INTEGER NOT NULL,
    total      INTEGER NOT NULL,
    PRIMARY KEY (round_id, seat)
) STRICT, WITHOUT ROWID;

-- The moves of a round, numbered from 1 without a gap. The number is part of the key, so a move that is told twice is
-- kept once.
CREATE TABLE move (
    round_id INTEGER NOT NULL REFERENCES round,
    ply      INTEGER NOT NULL CHECK (ply >= 1),
    text     TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 11),
    PRIMARY KEY (round_id, ply)
) STRICT, WITHOUT ROWID;

-- What a round meant for an account. The key is why no round counts twice for anybody, whatever is repeated after a
-- crash.
CREATE TABLE score (
    round_id   INTEGER NOT NULL REFERENCES round,
    account_id INTEGER NOT NULL REFERENCES account,
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 4),   -- 0: left before the end (T16)
    points     INTEGER NOT NULL CHECK (points >= 0),
    won        INTEGER NOT NULL CHECK (won IN (0, 1)),
    match_over INTEGER NOT NULL CHECK (match_over IN (0, 1)),
    match_won  INTEGER NOT NULL CHECK (match_won IN (0, 1) AND match_won <= match_over),
    PRIMARY KEY (round_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX score_account ON score (account_id);

-- The hall of big losers (T13): each banner with its date and the round that brought it. It hangs on a score, so it
-- cannot come twice either.
CREATE TABLE big_loser (
    round_id   INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    tally      INTEGER NOT NULL CHECK (tally >= 50),            -- the points that it had come to
    when_s     INTEGER NOT NULL,
    PRIMARY KEY (round_id, account_id),
    FOREIGN KEY (round_id, account_id) REFERENCES score
) STRICT, WITHOUT ROWID;
CREATE INDEX big_loser_when ON big_loser (when_s);
CREATE INDEX big_loser_account ON big_loser (account_id);
