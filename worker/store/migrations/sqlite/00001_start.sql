-- +goose Up

-- Times are Unix milliseconds, UTC; 0 is "never". JSON is kept as text, so that both databases hold the same bytes.

-- One row per board: what its last fetches said. base_url stands beside the validators since an ETag of one server
-- means nothing to another.
CREATE TABLE boards (
    name          TEXT PRIMARY KEY,
    base_url      TEXT NOT NULL,
    etag          TEXT NOT NULL,
    last_modified TEXT NOT NULL,
    outcome       TEXT NOT NULL,
    error         TEXT NOT NULL,
    listings      INTEGER NOT NULL,
    fetched_at    INTEGER NOT NULL,
    nonempty_at   INTEGER NOT NULL,
    complete_at   INTEGER NOT NULL,
    failing_since INTEGER NOT NULL,
    failures      INTEGER NOT NULL,
    next_at       INTEGER NOT NULL
);

-- One row per role, whatever board it stands on and however often it is posted. Roles outlive their listings: the
-- ledger names them, so that a role posted again next spring is still known.
CREATE TABLE roles (
    id      INTEGER PRIMARY KEY,
    key     TEXT NOT NULL UNIQUE,
    seen_at INTEGER NOT NULL
);

-- One row per appearance of a role on a board.
CREATE TABLE listings (
    board         TEXT NOT NULL,
    id            TEXT NOT NULL,
    role          INTEGER NOT NULL REFERENCES roles (id),
    sha           TEXT NOT NULL,
    title         TEXT NOT NULL,
    company       TEXT NOT NULL,
    body          TEXT NOT NULL,
    url           TEXT NOT NULL,
    canonical_url TEXT NOT NULL,
    place         TEXT NOT NULL,
    pay           TEXT NOT NULL,
    flags         TEXT NOT NULL,
    posted_at     INTEGER NOT NULL,
    seen_at       INTEGER NOT NULL,
    last_seen_at  INTEGER NOT NULL,
    closed_at     INTEGER NOT NULL,
    PRIMARY KEY (board, id)
);
CREATE INDEX listings_role ON listings (role);
CREATE INDEX listings_canonical_url ON listings (canonical_url) WHERE canonical_url <> '';
CREATE INDEX listings_open_seen ON listings (seen_at) WHERE closed_at = 0;

CREATE TABLE profiles (
    name         TEXT PRIMARY KEY,
    body         TEXT NOT NULL,
    source       TEXT NOT NULL,
    paused       INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL
);

-- A lease keeps two processes from doing the same work; it ends by itself when its holder dies.
CREATE TABLE leases (
    name  TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    until INTEGER NOT NULL
);

-- One row per digest to be made. (profile, key) is unique: a slot's key is the slot, a run by hand has a key of its own.
CREATE TABLE runs (
    id         TEXT PRIMARY KEY,
    profile    TEXT NOT NULL,
    key        TEXT NOT NULL,
    slot       INTEGER NOT NULL,
    stage      TEXT NOT NULL,
    outcome    TEXT NOT NULL,
    summary    TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL,
    UNIQUE (profile, key)
);
CREATE INDEX runs_unfinished ON runs (profile) WHERE ended_at = 0;

-- The outbox: a digest is here, whole, before anything of it is sent.
CREATE TABLE editions (
    id         TEXT PRIMARY KEY,
    run        TEXT NOT NULL UNIQUE REFERENCES runs (id),
    profile    TEXT NOT NULL,
    slot       INTEGER NOT NULL,
    message_id TEXT NOT NULL UNIQUE,
    recipient  TEXT NOT NULL,
    subject    TEXT NOT NULL,
    html       TEXT NOT NULL,
    body       TEXT NOT NULL,
    state      TEXT NOT NULL,
    attempts   INTEGER NOT NULL,
    error      TEXT NOT NULL,
    reply      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE INDEX editions_profile ON editions (profile, created_at);

CREATE TABLE edition_items (
    edition  TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    role     INTEGER NOT NULL,
    board    TEXT NOT NULL,
    id       TEXT NOT NULL,
    PRIMARY KEY (edition, position)
);

-- What each person has been sent. Its key is the promise: a role reaches a profile at most once.
CREATE TABLE ledger (
    profile TEXT NOT NULL,
    role    INTEGER NOT NULL,
    edition TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    PRIMARY KEY (profile, role)
);

-- +goose Down
DROP TABLE ledger;
DROP TABLE edition_items;
DROP TABLE editions;
DROP TABLE runs;
DROP TABLE leases;
DROP TABLE profiles;
DROP TABLE listings;
DROP TABLE roles;
DROP TABLE boards;
