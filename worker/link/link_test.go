package link

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"shortlist/worker/store"
)

var (
	t0  = time.Date(2026, 3, 2, 7, 0, 0, 0, time.UTC)
	old = store.LinkKey{ID: 1, Secret: []byte("a secret that is thirty-two long"), RetiredAt: t0}
	key = store.LinkKey{ID: 2, Secret: []byte("another one, of the same length.")}
	all = []store.LinkKey{key, old}
)

type keys []store.LinkKey

func (k keys) LinkKeys(context.Context) ([]store.LinkKey, error) { return k, nil }

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	links, err := New(t.Context(), keys(all), "https://jobs.example.org/", t0)
	if err != nil {
		t.Fatal(err)
	}
	for _, action := range Actions() {
		url := links.URL("ada", "abc234", action)
		token, ok := strings.CutPrefix(url, "https://jobs.example.org/a/")
		if !ok {
			t.Fatalf("%s", url)
		}
		want := Claim{Profile: "ada", Item: "abc234", Action: action, Expires: t0.Add(For)}
		for _, at := range []time.Time{t0, t0.Add(For - time.Second)} {
			if got, err := Read(all, token, at); err != nil || got != want {
				t.Errorf("%s: %+v, %v", action, got, err)
			}
		}
		if got, err := Read(all, token, t0.Add(For)); !errors.Is(err, ErrExpired) || got != want {
			t.Errorf("%s after its time: %+v, %v", action, got, err)
		}
	}
	if none, err := New(t.Context(), keys(nil), "", t0); err != nil || none.URL("ada", "abc234", Approve) != "" {
		t.Errorf("without pages: %v", err)
	}
	if _, err := New(t.Context(), keys{old}, "https://jobs.example.org", t0); err == nil {
		t.Error("a retired key signs")
	}
}

func TestRotation(t *testing.T) {
	t.Parallel()
	c := Claim{Profile: "ada", Item: "i", Action: Reject, Expires: t0.Add(time.Hour)}
	token := Sign(old, c)
	if got, err := Read(all, token, t0); err != nil || got != c {
		t.Errorf("signed by a retired key: %+v, %v", got, err)
	}
	if _, err := Read(all[:1], token, t0); !errors.Is(err, ErrForged) {
		t.Errorf("signed by a key that is gone: %v", err)
	}
}

// TestEveryBitCounts turns each bit of a token, and changes each character of its spelling.
func TestEveryBitCounts(t *testing.T) {
	t.Parallel()
	token := Sign(key, Claim{Profile: "ada", Item: "abc234", Action: Approve, Expires: t0.Add(time.Hour)})
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	for i := range len(b) * 8 {
		b[i/8] ^= 1 << (i % 8)
		if _, err := Read(all, base64.RawURLEncoding.EncodeToString(b), t0); !errors.Is(err, ErrForged) {
			t.Errorf("bit %d turned: %v", i, err)
		}
		b[i/8] ^= 1 << (i % 8)
	}
	for i := range token {
		for _, c := range "AZaz09-_=\n" {
			if other := token[:i] + string(c) + token[i+1:]; other != token {
				if _, err := Read(all, other, t0); !errors.Is(err, ErrForged) {
					t.Errorf("%q: %v", other, err)
				}
			}
		}
	}
}

func TestForged(t *testing.T) {
	t.Parallel()
	c := Claim{Profile: "ada", Item: "i", Action: Approve, Expires: t0.Add(time.Hour)}
	good := Sign(key, c)
	for name, token := range map[string]string{
		"empty": "", "a word": "approve", "cut": good[:len(good)-1], "longer": good + "AAAA", "with a line end": good[:9] + "\n" + good[9:] + "\r\n", "very long": strings.Repeat("A", 1<<20),
		"another secret under the same id": Sign(store.LinkKey{ID: 2, Secret: old.Secret}, c),
		"an unknown key":                   Sign(store.LinkKey{ID: 3, Secret: key.Secret}, c),
		"an empty secret":                  Sign(store.LinkKey{ID: 2}, c),
	} {
		if got, err := Read(all, token, t0); !errors.Is(err, ErrForged) || got != (Claim{}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for _, c := range []Claim{{}, {Profile: "ada", Item: "i", Action: "delete", Expires: t0}, {Profile: strings.Repeat("a", 300), Item: "i", Action: Approve, Expires: t0}, {Profile: "ada", Action: Approve, Expires: t0}} {
		if token := Sign(key, c); token != "" {
			t.Errorf("%+v is signed", c)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(Sign(key, Claim{Profile: "ada", Item: "abc234", Action: NotAgain, Expires: t0.Add(time.Hour)}))
	f.Add("AQIA")
	f.Add("")
	f.Fuzz(func(t *testing.T, token string) {
		c, err := Read(all, token, t0)
		if errors.Is(err, ErrForged) {
			if c != (Claim{}) {
				t.Errorf("a forged link says %+v", c)
			}
			return
		}
		signed := ""
		for _, k := range all {
			if s := Sign(k, c); s == token {
				signed = s
			}
		}
		if signed == "" {
			t.Errorf("%q is read as %+v, which is not signed so", token, c)
		}
	})
}
