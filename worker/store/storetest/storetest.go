// Package storetest gives each test a database of its own, of every kind there is on the machine.
package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"shortlist/worker/store"
)

// Main runs a package's tests and ends the process. Call it from TestMain.
func Main(m *testing.M) { os.Exit(Run(m)) }

// Run runs a package's tests and returns the exit code; it says which databases they run on and stops the Postgres that it
// started.
func Run(m *testing.M) int {
	server, err := newServer()
	current = server
	switch {
	case err == nil:
		fmt.Println("databases: sqlite, postgres (" + server.told + ")")
	case Required("postgres"):
		fmt.Println("databases: postgres is required and cannot be had:", err)
		return 1
	default:
		fmt.Println("databases: sqlite; postgres is skipped:", err)
	}
	code := m.Run()
	if server != nil {
		server.stop()
	}
	return code
}

// current is the one server of this test binary; only Main sets it, before any test runs.
var current *server

// Required reports whether SHORTLIST_TEST_REQUIRE names a part, so that its absence is a failure and not a skip.
func Required(part string) bool {
	return slices.Contains(strings.Split(os.Getenv("SHORTLIST_TEST_REQUIRE"), ","), part)
}

// Each runs do on every database, each time with the DSN of a new, empty one.
func Each(t *testing.T, do func(t *testing.T, dsn string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		do(t, SQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		do(t, Postgres(t))
	})
}

// SQLite is the DSN of a new database in a temporary folder.
func SQLite(t testing.TB) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "test.db")
}

// Postgres is the DSN of a new database; where there is no Postgres the test is skipped.
func Postgres(t testing.TB) string {
	t.Helper()
	if current == nil {
		t.Skip("no Postgres on this machine")
	}
	name := "shortlist_" + strings.ToLower(rand.Text())
	admin(t, "CREATE DATABASE "+name)
	t.Cleanup(func() { admin(t, "DROP DATABASE "+name+" WITH (FORCE)") })
	return current.dsn(name)
}

func admin(t testing.TB, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", current.dsn(current.maintenance))
	if err == nil {
		_, err = db.Exec(statement)
		_ = db.Close()
	}
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Open opens and migrates a database, and closes it with the test.
func Open(t testing.TB, dsn string, now func() time.Time) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), store.Options{DSN: dsn, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := s.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s
}

// withName replaces the database of a DSN.
func withName(dsn, name string) string {
	u, err := url.Parse(dsn)
	if err != nil {
		return dsn
	}
	u.Path = "/" + name
	return u.String()
}
