-- What people at a table have been told and the host must still know when it starts again: that a computer plays for a person
-- until that one is back, and who has a computer player's seat from the next round on.
ALTER TABLE seat ADD COLUMN stand_in INTEGER NOT NULL DEFAULT 0 CHECK (stand_in IN (0, 1));
ALTER TABLE seat ADD COLUMN heir_id INTEGER REFERENCES account;
ALTER TABLE seat ADD COLUMN heir_name TEXT NOT NULL DEFAULT '';
