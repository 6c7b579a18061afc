-- Networks from which the owner of an account came in, so that strangers who guess at the password do not keep the owner out.
-- No address is kept, only a hash of account and network by the key below; 8 an account, for 90 days.
CREATE TABLE secret (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL CHECK (length(value) = 32)
) STRICT, WITHOUT ROWID;
INSERT INTO secret (name, value) VALUES ('network', randomblob(32));

CREATE TABLE known_network (
    account_id INTEGER NOT NULL REFERENCES account,
    hash       BLOB    NOT NULL CHECK (length(hash) = 16),
    seen_s     INTEGER NOT NULL,                                -- when the owner last came in from there, to the day
    PRIMARY KEY (account_id, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_network_seen ON known_network (seen_s);
