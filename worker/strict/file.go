package strict

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ReadFile reads a file of at most limit bytes. Its error is in words and does not name the file, for a Problem to hold
// beside it; errors.Is tells fs.ErrNotExist.
func ReadFile(path string, limit int64) ([]byte, error) {
	data, err := readUpTo(path, limit+1)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, noFile{err}
	case err != nil:
		if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
			err = pathErr.Err
		}
		return nil, fmt.Errorf("cannot be read: %w", err)
	case int64(len(data)) > limit:
		return nil, fmt.Errorf("is longer than the %d bytes that are read", limit)
	}
	return data, nil
}

func readUpTo(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

// noFile says plainly that a file is not there.
type noFile struct{ error }

func (noFile) Error() string   { return "no such file" }
func (e noFile) Unwrap() error { return e.error }
