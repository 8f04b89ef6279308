-- +goose Up

-- Numbers that only grow. 'listings' grows with each change of what is open, so that a process can tell whether what it
-- holds in memory is still so.
CREATE TABLE counters (
    name  TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('listings', 1);

-- The items of a digest by listing, for upkeep.
CREATE INDEX edition_items_listing ON edition_items (board, id);

-- +goose Down
DROP INDEX edition_items_listing;
DROP TABLE counters;
