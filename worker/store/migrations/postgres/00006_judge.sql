-- +goose Up

-- Replies of the judge's model that gave a verdict, so that nothing is paid for twice. A key names all that a reply depends on.
CREATE TABLE judge_replies (
    key     TEXT PRIMARY KEY,
    reply   TEXT NOT NULL,
    used_at BIGINT NOT NULL
);
CREATE INDEX judge_replies_used ON judge_replies (used_at);

-- What was used of the judge's budget, by the provider's day, 2006-01-02.
CREATE TABLE judge_use (
    day    TEXT PRIMARY KEY,
    calls  BIGINT NOT NULL,
    tokens BIGINT NOT NULL
);

-- +goose Down
DROP TABLE judge_use;
DROP TABLE judge_replies;
