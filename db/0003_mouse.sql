-- Whether a person wants clicks and drags: at first not, because a terminal that sends them no longer selects text.
ALTER TABLE account ADD COLUMN mouse INTEGER NOT NULL DEFAULT 0 CHECK (mouse IN (0, 1));
