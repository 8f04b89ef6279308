package config

import (
	"fmt"
	"slices"
	"time"

	"shortlist/worker/strict"
)

// The values of judge.provider.
const (
	ProviderNone    = "none"
	ProviderGemini  = "gemini"
	ProviderOpenAI  = "openai"
	ProviderCommand = "command"
	ProviderReplay  = "replay"
)

// Judge is the model that scores listings. A key that the provider does not use must not be set.
type Judge struct {
	Provider    string        `yaml:"provider"` // none, gemini, openai (any compatible server), command or replay; defaults to none: relevance and gates decide
	Model       string        `yaml:"model"`    // defaults to gemini-3.5-flash-lite for gemini; openai needs one
	BaseURL     string        `yaml:"base_url"` // of gemini and openai; a path prefix is allowed; defaults to the provider's own
	Key         Secret        `yaml:"key"`      // of gemini, which needs one, and openai; GEMINI_API_KEY and OPENAI_API_KEY are read too
	KeyFile     string        `yaml:"key_file"`
	Command     []string      `yaml:"command"`      // of command: a program and its arguments; it gets the prompt on stdin and prints the reply
	Env         []string      `yaml:"env"`          // of command: names of variables that the program may see beside PATH and HOME
	Replay      string        `yaml:"replay"`       // of replay: a file, or folder of *.jsonl, of recorded replies
	InFlight    int           `yaml:"in_flight"`    // calls at once, 1 to 32; defaults to 4
	Timeout     time.Duration `yaml:"timeout"`      // of one call, 1s to 2m; defaults to 1m
	DailyCalls  int           `yaml:"daily_calls"`  // of all people and replicas together; defaults to 0: no limit
	DailyTokens int           `yaml:"daily_tokens"` // thinking included; defaults to 0: no limit
}

// hostJudge reads the variables that the providers' own tools use.
func (c *Config) hostJudge(env map[string]string) {
	set := func(name, key string, value *string) {
		if v := env[name]; v != "" && c.origins[key].layer == layerDefault && c.origins[key+"_file"].layer == layerDefault {
			*value = v
			c.origins[key] = origin{layerHost, name}
		}
	}
	key := c.Judge.Key.Reveal()
	switch c.Judge.Provider {
	case ProviderGemini:
		set("GEMINI_API_KEY", "judge.key", &key)
	case ProviderOpenAI:
		set("OPENAI_API_KEY", "judge.key", &key)
		set("OPENAI_BASE_URL", "judge.base_url", &c.Judge.BaseURL)
	}
	c.Judge.Key = Secret(key)
}

func (c *Config) validateJudge() strict.Problems {
	j := c.Judge
	problems := c.oneOf("judge.provider", j.Provider, ProviderNone, ProviderGemini, ProviderOpenAI, ProviderCommand, ProviderReplay)
	if len(problems) > 0 {
		return problems
	}
	uses := func(key string, set bool, by ...string) {
		if !set || slices.Contains(by, j.Provider) {
			return
		}
		problems = append(problems, c.problem(key, "is set, and judge.provider "+j.Provider+" does not use it", "remove it or correct judge.provider"))
	}
	needs := func(key string, set bool, by, remedy string) {
		if !set && j.Provider == by {
			problems = append(problems, c.problem(key, "is missing, and judge.provider "+by+" needs it", remedy))
		}
	}
	uses("judge.model", j.Model != "", ProviderGemini, ProviderOpenAI, ProviderCommand)
	uses("judge.base_url", j.BaseURL != "", ProviderGemini, ProviderOpenAI)
	uses("judge.key", j.Key != "", ProviderGemini, ProviderOpenAI)
	uses("judge.command", len(j.Command) > 0, ProviderCommand)
	uses("judge.env", len(j.Env) > 0, ProviderCommand)
	uses("judge.replay", j.Replay != "", ProviderReplay)
	needs("judge.key", j.Key != "", ProviderGemini, "name a file in judge.key_file, or set GEMINI_API_KEY")
	needs("judge.model", j.Model != "", ProviderOpenAI, "name the model that your server offers")
	needs("judge.command", len(j.Command) > 0, ProviderCommand, "write the program and its arguments as a list")
	needs("judge.replay", j.Replay != "", ProviderReplay, "name the file of recorded replies")
	if j.BaseURL != "" && !isPlainURL(j.BaseURL) {
		problems = append(problems, c.problem("judge.base_url", "is not an http:// or https:// URL of a host and perhaps a path", "write it as http://127.0.0.1:11434/v1"))
	}
	between := func(key string, n, least, most int) {
		if n < least || n > most {
			problems = append(problems, c.problem(key, fmt.Sprintf("is %d", n), fmt.Sprintf("write a number from %d to %d", least, most)))
		}
	}
	between("judge.in_flight", j.InFlight, 1, 32)
	between("judge.daily_calls", j.DailyCalls, 0, 10_000_000)
	between("judge.daily_tokens", j.DailyTokens, 0, 2_000_000_000)
	if j.Timeout < time.Second || j.Timeout > 2*time.Minute {
		problems = append(problems, c.problem("judge.timeout", "is not between 1 second and 2 minutes", "write a duration such as 60s"))
	}
	return problems
}
