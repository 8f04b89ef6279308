-- +goose Up

-- When each person's next digest is due. next_slot is the slot that the schedule names, next_at the moment to act on it; a
-- next_slot of 0 asks the sweep to plan anew, and an old next_at makes it do so at once. spec is what the plan was made from.
ALTER TABLE profiles ADD COLUMN spec TEXT NOT NULL DEFAULT '';
ALTER TABLE profiles ADD COLUMN next_slot INTEGER NOT NULL DEFAULT 0;
ALTER TABLE profiles ADD COLUMN next_at INTEGER NOT NULL DEFAULT 1;
CREATE INDEX profiles_due ON profiles (next_at) WHERE paused = 0;

-- The queue: a run with a due_at is to be worked off by whichever process takes its lease; a run by hand has none.
ALTER TABLE runs ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN lease_owner TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN lease_until INTEGER NOT NULL DEFAULT 0;
CREATE INDEX runs_queue ON runs (due_at) WHERE ended_at = 0 AND due_at > 0;

-- +goose Down
DROP INDEX runs_queue;
DROP INDEX profiles_due;
ALTER TABLE runs DROP COLUMN lease_until;
ALTER TABLE runs DROP COLUMN lease_owner;
ALTER TABLE runs DROP COLUMN attempts;
ALTER TABLE runs DROP COLUMN due_at;
ALTER TABLE profiles DROP COLUMN next_at;
ALTER TABLE profiles DROP COLUMN next_slot;
ALTER TABLE profiles DROP COLUMN spec;
