//go:build !unix

package storetest

import "errors"

type server struct {
	maintenance, told string
	stop              func()
}

func (s *server) dsn(string) string { return "" }

func newServer() (*server, error) { return nil, errors.New("tests start Postgres on Unix alone") }
