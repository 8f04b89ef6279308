package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"shortlist/worker/strict"
)

// Redacted writes the whole effective configuration as YAML, each value with where it came from as a comment:
// "# default", "# shortlist.yaml:7", "# SHORTLIST_WEB_LISTEN". A secret is shown as ***, a URL without its user and
// parameters.
func (c *Config) Redacted() []byte {
	var out bytes.Buffer
	var open []string // the mappings that the last line stands in
	for _, key := range strict.Leaves(c) {
		parts := strings.Split(key, ".")
		last := len(parts) - 1
		for depth := range last {
			if depth < len(open) && open[depth] == parts[depth] {
				continue
			}
			open = open[:depth]
			fmt.Fprintf(&out, "%s%s:\n", strings.Repeat("  ", depth), parts[depth])
			open = append(open, parts[depth])
		}
		open = open[:last]
		fmt.Fprintf(&out, "%s%s: %s # %s\n", strings.Repeat("  ", last), parts[last], c.shown(key), c.source(key))
	}
	return out.Bytes()
}

// Setting is one key of the effective configuration.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"` // as YAML, no secret shown
	From  string `json:"from"`  // "default", a file and line, or a variable
}

// Settings lists what Redacted writes, for programs.
func (c *Config) Settings() []Setting {
	var out []Setting
	for _, key := range strict.Leaves(c) {
		out = append(out, Setting{key, c.shown(key), c.source(key)})
	}
	return out
}

// IsSet reports whether a key has its value from anywhere but the defaults.
func (c *Config) IsSet(key string) bool { return c.origins[key].layer > layerDefault }

func (c *Config) source(key string) string {
	if from := c.origins[key]; from.layer > layerDefault {
		return strings.Map(printable, from.name)
	}
	return "default"
}

func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return '?'
	}
	return r
}

// shown is the value of a key as YAML on one line.
func (c *Config) shown(key string) string {
	value, _ := strict.Lookup(c, key)
	switch v := value.(type) {
	case Secret:
		if key == "mail.password" || key == "judge.key" || key == "schedule.heartbeat_url" && v != "" {
			return quote(v.String())
		}
		return quote(safeURL(v))
	case string:
		return quote(v)
	case []string:
		quoted := make([]string, len(v))
		for i, s := range v {
			quoted[i] = quote(s)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	case time.Duration:
		return v.String()
	default:
		return fmt.Sprint(v)
	}
}

// quote writes a text as JSON does, which YAML reads.
func quote(s string) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return `""`
	}
	return strings.TrimSuffix(out.String(), "\n")
}
