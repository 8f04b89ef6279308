package config

import (
	"fmt"
	"strings"

	"shortlist/worker/strict"
)

// maxSecretBytes bounds a file that holds one secret.
const maxSecretBytes = 64 << 10

// readSecretFiles gives each secret its value from its twin. Where both are set the one from the stronger source
// counts, so that DATABASE_URL beats a database_file in the file; two from one source are a mistake.
func (c *Config) readSecretFiles() strict.Problems {
	var problems strict.Problems
	for _, twin := range []struct {
		key    string
		secret *Secret
		file   *string
	}{
		{"database", &c.Database, &c.DatabaseFile},
		{"mail.smtp", &c.Mail.SMTP, &c.Mail.SMTPFile},
		{"mail.password", &c.Mail.Password, &c.Mail.PasswordFile},
		{"judge.key", &c.Judge.Key, &c.Judge.KeyFile},
		{"schedule.heartbeat_url", &c.Schedule.HeartbeatURL, &c.Schedule.HeartbeatURLFile},
	} {
		fileKey := twin.key + "_file"
		own, other := c.origins[twin.key].layer, c.origins[fileKey].layer
		switch {
		case *twin.file == "":
		case own > other:
			*twin.file = ""
			delete(c.origins, fileKey)
		case own == other:
			problems = append(problems, c.problem(fileKey, "is set, and so is "+twin.key, "keep one of the two"))
		default:
			value, err := readSecret(c.Path(*twin.file))
			if err != nil {
				problems = append(problems, c.problem(fileKey, err.Error(), "correct the path or the file"))
				continue
			}
			*twin.secret = value
			c.origins[twin.key] = c.origins[fileKey]
		}
	}
	return problems
}

// readSecret reads a file without the line end after its text. Its error names the path and nothing of the content.
func readSecret(path string) (Secret, error) {
	data, err := strict.ReadFile(path, maxSecretBytes)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	text := strings.TrimRight(string(data), "\r\n")
	switch {
	case text == "":
		return "", fmt.Errorf("%s: the file is empty", path)
	case strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "", fmt.Errorf("%s: the file holds more than one line or a control character", path)
	}
	return Secret(text), nil
}
