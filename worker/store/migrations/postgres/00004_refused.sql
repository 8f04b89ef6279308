-- +goose Up

-- The address that the mail server will never deliver to, and its words; empty where all is well. While it is the person's,
-- no digest is made for them.
ALTER TABLE profiles ADD COLUMN refused_address TEXT NOT NULL DEFAULT '';
ALTER TABLE profiles ADD COLUMN refused_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE profiles ADD COLUMN refused_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE profiles DROP COLUMN refused_at;
ALTER TABLE profiles DROP COLUMN refused_reason;
ALTER TABLE profiles DROP COLUMN refused_address;
