-- Patiences: what an account has made of each deal, and where the unfinished one stands.

-- One row a deal, whatever is undone, dealt again or given up, so a deal counts once (G18). The figures are counted from
-- these rows. What was ever won stays won. Rows are in the order in which the deals were first taken up.
CREATE TABLE patience (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES account,
    game       TEXT    NOT NULL,
    deal       INTEGER NOT NULL CHECK (deal BETWEEN 1 AND 4294967295),
    open       INTEGER NOT NULL CHECK (open IN (0, 1)),         -- the one that the account is at
    undo       INTEGER NOT NULL DEFAULT 0 CHECK (undo IN (0, 1)),    -- help that was used in this deal
    hint       INTEGER NOT NULL DEFAULT 0 CHECK (hint IN (0, 1)),
    restart    INTEGER NOT NULL DEFAULT 0 CHECK (restart IN (0, 1)),
    played     INTEGER NOT NULL DEFAULT 0 CHECK (played IN (0, 1)),  -- a card was played
    won        INTEGER NOT NULL DEFAULT 0 CHECK (won IN (0, 1) AND won <= played),
    lost       INTEGER NOT NULL DEFAULT 0 CHECK (lost IN (0, 1) AND lost <= played),
    clean      INTEGER NOT NULL DEFAULT 0 CHECK (clean IN (0, 1) AND clean <= won), -- won without any help
    score      INTEGER CHECK (score >= 0),                      -- the best that it ended with; NULL: it never ended
    par        INTEGER CHECK (par >= 0),                        -- S14; NULL: not known
    begun_s    INTEGER NOT NULL,
    changed_s  INTEGER NOT NULL,
    UNIQUE (account_id, game, deal)
) STRICT;
CREATE UNIQUE INDEX patience_open ON patience (account_id, game) WHERE open = 1;

-- The moves that stand in an open patience, numbered from 1 without a gap; what was undone is not among them.
CREATE TABLE patience_move (
    patience_id INTEGER NOT NULL REFERENCES patience,
    ply         INTEGER NOT NULL CHECK (ply >= 1),
    text        TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 11),
    PRIMARY KEY (patience_id, ply)
) STRICT, WITHOUT ROWID;
