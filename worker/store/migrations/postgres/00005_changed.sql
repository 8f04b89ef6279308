-- +goose Up

-- The listings' version, of counters, at a listing's last change: what a process has not seen yet is what changed since.
ALTER TABLE listings ADD COLUMN changed BIGINT NOT NULL DEFAULT 0;
UPDATE listings SET changed = (SELECT value FROM counters WHERE name = 'listings');
CREATE INDEX listings_changed ON listings (changed);

-- +goose Down
DROP INDEX listings_changed;
ALTER TABLE listings DROP COLUMN changed;
