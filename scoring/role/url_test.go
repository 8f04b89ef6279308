package role

import (
	"strings"
	"testing"
)

func TestCanonicalURL(t *testing.T) {
	t.Parallel()
	tests := []struct {
		raw, want string
		specific  bool
	}{
		{"https://Example.org/jobs/42", "https://example.org/jobs/42", true},
		{"http://www.example.org:80/jobs/42/#apply", "https://example.org/jobs/42", true},
		{"https://example.org:443/jobs/42?utm_source=x&utm_medium=y&ref=z", "https://example.org/jobs/42", true},
		{"https://example.org/jobs/42?b=2&a=1&language=en", "https://example.org/jobs/42?a=1&b=2", true},
		{"https://example.org/jobs/42?a=1&amp;b=2", "https://example.org/jobs/42?a=1&b=2", true},
		{"https://example.org/jobs/senior%2Dengineer", "https://example.org/jobs/senior-engineer", true},
		{"https://example.org/careers?gh_jid=77&gh_src=abc", "https://example.org/careers?gh_jid=77", true},
		{"https://jobs.lever.co/acme/0a1b/apply?lever-source=board", "https://jobs.lever.co/acme/0a1b", true},
		{"https://example.org:8443/o/clerk", "https://example.org:8443/o/clerk", true},
		{"https://jobs.lever.co/acme", "https://jobs.lever.co/acme", false},
		{"https://remoteok.com/remote-jobs/", "https://remoteok.com/remote-jobs", false},
		{"https://example.org/", "https://example.org", false},
		{"https://example.org", "https://example.org", false},
		{"https://example.org/en/careers", "https://example.org/en/careers", false},
		{"https://example.org/jobs?search=clerk", "https://example.org/jobs?search=clerk", false},
		{"https://example.org/jobs?id=", "https://example.org/jobs?id=", false},
		{"https://example.org/companies/acme/jobs", "https://example.org/companies/acme/jobs", false},
		{"ftp://example.org/jobs/42", "", false},
		{"javascript:alert(1)", "", false},
		{"mailto:jobs@example.org", "", false},
		{"example.org/jobs/42", "", false},
		{"https://", "", false},
		{"https://[::1", "", false},
		{"", "", false},
	}
	for _, tt := range tests {
		got, specific := CanonicalURL(tt.raw)
		if got != tt.want || specific != tt.specific {
			t.Errorf("CanonicalURL(%q) = %q, %v, want %q, %v", tt.raw, got, specific, tt.want, tt.specific)
		}
	}
}

func FuzzCanonicalURL(f *testing.F) {
	for _, seed := range []string{"https://www.example.org/jobs/a%2Fb/?ref=x&id=3#top", "HTTP://[::1]:80/a", "//x", "https://a/%zz?;=&"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		once, specific := CanonicalURL(raw)
		if once == "" {
			if specific {
				t.Errorf("CanonicalURL(%q) is specific and empty", raw)
			}
			return
		}
		if !strings.HasPrefix(once, "https://") {
			t.Errorf("CanonicalURL(%q) = %q", raw, once)
		}
		if len(once) > maxURL {
			return
		}
		if twice, again := CanonicalURL(once); twice != once || again != specific {
			t.Errorf("CanonicalURL(%q) = %q, %v, and of that %q, %v", raw, once, specific, twice, again)
		}
	})
}
