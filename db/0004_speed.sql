-- How fast a person wants to see the moves of others: 0 at once, 1 fast (the house's own pace), 2 calm.
ALTER TABLE account ADD COLUMN speed INTEGER NOT NULL DEFAULT 1 CHECK (speed IN (0, 1, 2));
