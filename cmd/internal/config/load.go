package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"shortlist/scoring"
	"shortlist/worker/profile"
	"shortlist/worker/strict"
)

// Options say where a Config comes from.
type Options struct {
	Path         string            // the file; empty: $SHORTLIST_CONFIG, else DefaultPath
	PathExplicit bool              // a missing file is a problem; SHORTLIST_CONFIG implies it
	Environ      []string          // as os.Environ returns it; a variable that is set to nothing counts as not set
	Overrides    map[string]string // values of flags by the path of the key: {"web.listen": "127.0.0.1:0"}
}

// layer is a source of values; of two that set a key the higher wins.
type layer int

const (
	layerDefault layer = iota
	layerFile
	layerHost    // variables that hosts set: DATABASE_URL, PORT, SMTP_URL
	layerEnviron // SHORTLIST_* variables
	layerFlag
)

// origin is where the value of a key comes from; the zero origin is the default.
type origin struct {
	layer layer
	name  string // as a problem or the dump names it: "SHORTLIST_WEB_LISTEN"
}

// Load reads defaults, the file, the environment and Overrides, each stronger than the one before, and validates the
// whole. Its error is a strict.Problems that holds every mistake; the Config is then nil.
func Load(o Options) (*Config, error) {
	c, problems := load(o)
	if len(problems) > 0 {
		problems.Sort()
		return nil, problems
	}
	return c, nil
}

// Check loads the config and the profiles that it names, and joins the problems of both. Its error is a
// strict.Problems.
func Check(o Options) (*Config, []scoring.Profile, error) {
	c, problems := load(o)
	people, more := c.LoadProfiles()
	problems = append(problems, more...)
	if len(problems) > 0 {
		problems.Sort()
		return nil, nil, problems
	}
	return c, people, nil
}

// LoadProfiles reads the files that Profiles names.
func (c *Config) LoadProfiles() ([]scoring.Profile, strict.Problems) {
	return profile.Load(c.dir, c.Profiles)
}

func load(o Options) (*Config, strict.Problems) {
	c := Default()
	c.origins = map[string]origin{}
	env := environment(o.Environ)
	problems := c.readFile(o, env)
	problems = append(problems, c.readHost(env)...)
	problems = append(problems, c.readEnviron(env)...)
	problems = append(problems, c.readFlags(o.Overrides)...)
	c.hostJudge(env)
	problems = append(problems, c.readSecretFiles()...)
	c.derive()
	// A value that could not be read has left the default in its place: nothing more is to be said of its key.
	unread := map[string]bool{}
	for _, p := range problems {
		unread[strings.TrimSuffix(p.Key, "_file")] = true
	}
	for _, p := range c.validate() {
		if !unread[p.Key] {
			problems = append(problems, p)
		}
	}
	return c, problems
}

func (c *Config) readFile(o Options, env map[string]string) strict.Problems {
	path, explicit := cmp.Or(o.Path, DefaultPath), o.PathExplicit
	if named := env["SHORTLIST_CONFIG"]; named != "" && !explicit {
		path, explicit = named, true
	}
	c.dir = filepath.Dir(path)
	c.pos.File = path
	data, err := strict.ReadFile(path, strict.MaxBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !explicit:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return strict.Problems{{File: path, Message: "no such file", Remedy: "name an existing one with --config"}}
	case err != nil:
		return strict.Problems{{File: path, Message: err.Error(), Remedy: "correct the path or the file"}}
	}
	pos, problems := strict.Decode(path, data, c)
	c.pos = pos
	for _, key := range strict.Leaves(c) {
		if pos.Has(key) {
			c.origins[key] = origin{layerFile, fmt.Sprintf("%s:%d", path, pos.Line(key))}
		}
	}
	return problems
}

func (c *Config) readFlags(flags map[string]string) strict.Problems {
	var problems strict.Problems
	for _, key := range slices.Sorted(maps.Keys(flags)) {
		c.origins[key] = origin{layerFlag, "command line"}
		if err := strict.Assign(c, key, flags[key]); err != nil {
			problems = append(problems, c.problem(key, err.Error(), ""))
		}
	}
	return problems
}
