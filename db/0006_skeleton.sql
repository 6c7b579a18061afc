-- What a handle looks like, so that no new account passes for another: clean_skeleton() in SQL. It is not unique, for accounts
-- that look alike already stay as they are.
ALTER TABLE account ADD COLUMN skeleton TEXT GENERATED ALWAYS AS (
    replace(replace(replace(replace(replace(replace(replace(
        lower(handle), '-', ''), '_', ''), 'i', 'l'), '1', 'l'), '0', 'o'), 'rn', 'm'), 'vv', 'w')
) VIRTUAL;
CREATE INDEX account_skeleton ON account (skeleton);
