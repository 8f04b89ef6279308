package config

import (
	"fmt"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"

	"shortlist/worker/strict"
)

// environment is the variables that are set to something.
func environment(environ []string) map[string]string {
	env := map[string]string{}
	for _, pair := range environ {
		if name, value, ok := strings.Cut(pair, "="); ok && value != "" {
			env[name] = value
		}
	}
	return env
}

// EnvName is the environment variable of a key: "web.public_url" is SHORTLIST_WEB_PUBLIC_URL.
func EnvName(key string) string {
	return "SHORTLIST_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// readHost reads the variables that hosting platforms set for any program.
func (c *Config) readHost(env map[string]string) strict.Problems {
	for name, key := range map[string]string{"DATABASE_URL": "database", "SMTP_URL": "mail.smtp"} {
		if value := env[name]; value != "" {
			c.origins[key] = origin{layerHost, name}
			// Both keys are texts; what is wrong with them is for validate to say.
			_ = strict.Assign(c, key, strings.TrimSpace(value))
		}
	}
	port := env["PORT"]
	if port == "" {
		return nil
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return strict.Problems{{File: "PORT", Key: "web.listen", Message: "is not a port from 1 to 65535",
			Remedy: "correct the variable or set " + EnvName("web.listen") + " in its place"}}
	}
	// A host that names a port expects the program to be reachable from outside, unless the file says otherwise.
	host := "0.0.0.0"
	if c.origins["web.listen"].layer == layerFile {
		if named, _, err := net.SplitHostPort(c.Web.Listen); err == nil {
			host = named
		}
	}
	c.origins["web.listen"] = origin{layerHost, "PORT"}
	c.Web.Listen = net.JoinHostPort(host, port)
	return nil
}

// readEnviron reads SHORTLIST_* and refuses those that name no key. SHORTLIST_TEST_* belongs to the test suite.
func (c *Config) readEnviron(env map[string]string) strict.Problems {
	keys, names := map[string]string{}, []string{}
	for _, key := range strict.Leaves(c) {
		keys[EnvName(key)] = key
		names = append(names, EnvName(key))
	}
	var problems strict.Problems
	for _, name := range slices.Sorted(maps.Keys(env)) {
		key, known := keys[name]
		switch {
		case !strings.HasPrefix(name, "SHORTLIST_") || strings.HasPrefix(name, "SHORTLIST_TEST_") || name == "SHORTLIST_CONFIG":
		case !known:
			remedy := "remove the variable"
			if near := strict.Nearest(name, names); near != "" {
				remedy = fmt.Sprintf("did you mean %s?", near)
			}
			problems = append(problems, strict.Problem{File: name, Message: "no setting has this variable", Remedy: remedy})
		default:
			c.origins[key] = origin{layerEnviron, name}
			if err := strict.Assign(c, key, env[name]); err != nil {
				problems = append(problems, c.problem(key, err.Error(), ""))
			}
		}
	}
	return problems
}
