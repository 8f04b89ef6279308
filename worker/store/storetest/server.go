//go:build unix

package storetest

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is a Postgres for tests: the one that TEST_DATABASE_URL names, or one of our own in a temporary folder.
type server struct {
	base        string // DSN without a meaningful database
	maintenance string // a database that exists
	told        string
	stop        func()
}

func (s *server) dsn(database string) string { return withName(s.base, database) }

func newServer() (*server, error) {
	if dsn := os.Getenv("TEST_DATABASE_URL"); dsn != "" {
		u, err := url.Parse(dsn)
		if err != nil {
			return nil, errors.New("TEST_DATABASE_URL is no URL")
		}
		return &server{base: dsn, maintenance: strings.TrimPrefix(u.Path, "/"), told: "TEST_DATABASE_URL", stop: func() {}}, nil
	}
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	c, err := makeCluster(bin, "synchronous_commit=off")
	if err != nil {
		return nil, err
	}
	return &server{base: c.DSN, maintenance: "postgres", told: "a cluster of its own", stop: c.remove}, nil
}

// binaries finds the folder with initdb and postgres, which Debian keeps off the path.
func binaries() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", errors.New("neither TEST_DATABASE_URL nor the server's binaries are here")
	}
	return filepath.Dir(found[len(found)-1]), nil
}

func waitFor(dsn string) error {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	deadline := time.Now().Add(30 * time.Second)
	for {
		if err = db.Ping(); err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("Postgres did not start: %w", err)
		}
		<-time.After(20 * time.Millisecond) // another process's start gives no signal to wait for
	}
}

// unprivileged makes Postgres run as another user where we are root, since it refuses to be root.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{}
	dieWithParent(attr)
	if os.Getuid() != 0 {
		return attr, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return nil, err
		}
	}
	uid, errU := strconv.ParseUint(u.Uid, 10, 32)
	gid, errG := strconv.ParseUint(u.Gid, 10, 32)
	if err := errors.Join(errU, errG, os.Chown(dir, int(uid), int(gid))); err != nil {
		return nil, err
	}
	attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attr, nil
}
