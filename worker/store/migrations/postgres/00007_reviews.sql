-- +goose Up

-- The review queue: one question per person, role and rubric. reasons is a list between commas, ",borderline,unstable,", and
-- search is title and company in lower case. decided_no is the number of the decision that stands, 0 where none does.
CREATE TABLE reviews (
    id            TEXT PRIMARY KEY,
    profile       TEXT NOT NULL REFERENCES profiles (name) ON DELETE CASCADE,
    role          BIGINT NOT NULL,
    rubric        TEXT NOT NULL,
    board         TEXT NOT NULL,
    listing       TEXT NOT NULL,
    title         TEXT NOT NULL,
    company       TEXT NOT NULL,
    search        TEXT NOT NULL,
    reasons       TEXT NOT NULL,
    score         BIGINT NOT NULL,
    source        TEXT NOT NULL,
    judge_score   BIGINT NOT NULL,
    model         TEXT NOT NULL,
    pick          BIGINT NOT NULL,
    state         TEXT NOT NULL,
    decision      TEXT NOT NULL,
    decided_score BIGINT NOT NULL,
    reason        TEXT NOT NULL,
    note          TEXT NOT NULL,
    decided_by    TEXT NOT NULL,
    decided_at    BIGINT NOT NULL,
    decided_no    BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL,
    UNIQUE (profile, role, rubric)
);
CREATE INDEX reviews_profile ON reviews (profile, state, created_at, id);
CREATE INDEX reviews_state ON reviews (state, created_at, id);

-- What a page and an export of an item need beside that, as JSON. It stands apart so that a list does not read it.
CREATE TABLE review_snapshots (
    item TEXT PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
    body TEXT NOT NULL
);

-- Each decision that was ever made, in its order: what an undo takes back, and who decided what and when.
CREATE TABLE review_decisions (
    no        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    item      TEXT NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
    made_by   TEXT NOT NULL,
    decision  TEXT NOT NULL,
    score     BIGINT NOT NULL,
    reason    TEXT NOT NULL,
    made_at   BIGINT NOT NULL,
    undone_at BIGINT NOT NULL
);
CREATE INDEX review_decisions_by ON review_decisions (made_by, no);
CREATE INDEX review_decisions_item ON review_decisions (item);

-- Single-use links. Of a token the hash alone is kept, here and of sessions, so that who reads the database cannot sign in.
CREATE TABLE signins (
    hash       TEXT PRIMARY KEY,
    profile    TEXT NOT NULL REFERENCES profiles (name) ON DELETE CASCADE,
    purpose    TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL
);
CREATE INDEX signins_profile ON signins (profile);

CREATE TABLE sessions (
    hash       TEXT PRIMARY KEY,
    profile    TEXT NOT NULL REFERENCES profiles (name) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT NOT NULL
);
CREATE INDEX sessions_profile ON sessions (profile);

-- How often something limited was tried in a window of time. The key's hash alone is kept: it may hold an address.
CREATE TABLE attempts (
    key   TEXT NOT NULL,
    until BIGINT NOT NULL,
    tried BIGINT NOT NULL,
    PRIMARY KEY (key, until)
);

-- The keys that links in mail are signed with. The newest signs, the retired ones still verify.
CREATE TABLE link_keys (
    id         BIGINT PRIMARY KEY,
    secret     TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    retired_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE link_keys;
DROP TABLE attempts;
DROP TABLE sessions;
DROP TABLE signins;
DROP TABLE review_decisions;
DROP TABLE review_snapshots;
DROP TABLE reviews;
