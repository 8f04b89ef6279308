package link

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"shortlist/worker/store"
)

// A token is base64url of: version, id of the key, expiry in Unix seconds, place of the action, profile and item each after
// its length, and the HMAC-SHA256 of all that. Numbers are varints. Strict decoding leaves one spelling of each token.
const (
	version  = 1
	maxToken = 512 // characters; real ones have about 150
	maxName  = 100 // bytes of a profile's name or an item's id
	// domain keeps what is signed here from meaning something where the same key might sign other things.
	domain = "shortlist mail link\n"
)

var encoding = base64.RawURLEncoding.Strict()

// Sign writes a claim as a token, or nothing where no token can hold it.
func Sign(key store.LinkKey, c Claim) string {
	action := slices.Index(Actions(), c.Action)
	if action < 0 || key.ID < 0 || c.Expires.Unix() < 0 || len(c.Profile) > maxName || len(c.Item) > maxName || c.Profile == "" || c.Item == "" {
		return ""
	}
	b := []byte{version}
	b = binary.AppendUvarint(b, uint64(key.ID))
	b = binary.AppendUvarint(b, uint64(c.Expires.Unix()))
	b = append(b, byte(action))
	for _, s := range []string{c.Profile, c.Item} {
		b = append(b, byte(len(s)))
		b = append(b, s...)
	}
	return encoding.EncodeToString(append(b, mac(key.Secret, b)...))
}

// Read returns what a token says. It is ErrForged unless one of the keys signed it, and ErrExpired, with the claim, when it
// is too old.
func Read(keys []store.LinkKey, token string, now time.Time) (Claim, error) {
	if len(token) > maxToken || strings.ContainsAny(token, "\r\n") { // which decoding skips
		return Claim{}, ErrForged
	}
	b, err := encoding.DecodeString(token)
	if err != nil || len(b) < sha256.Size+1 || b[0] != version {
		return Claim{}, ErrForged
	}
	said, sum := b[:len(b)-sha256.Size], b[len(b)-sha256.Size:]
	r := reader{rest: said[1:]}
	id := r.number()
	i := slices.IndexFunc(keys, func(k store.LinkKey) bool { return uint64(k.ID) == id })
	if r.broken || i < 0 || !hmac.Equal(sum, mac(keys[i].Secret, said)) {
		return Claim{}, ErrForged
	}
	expires, action := r.number(), int(r.byte())
	c := Claim{Expires: time.Unix(int64(expires), 0).UTC(), Profile: r.text(), Item: r.text()}
	if r.broken || len(r.rest) > 0 || action >= len(Actions()) {
		return Claim{}, ErrForged
	}
	if c.Action = Actions()[action]; !now.Before(c.Expires) {
		return c, ErrExpired
	}
	return c, nil
}

func mac(secret, said []byte) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(domain))
	h.Write(said)
	return h.Sum(nil)
}

// reader takes a token apart; once something is missing it is broken and yields zeros.
type reader struct {
	rest   []byte
	broken bool
}

func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.broken = true
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *reader) byte() byte { return r.take(1)[0] }

func (r *reader) text() string { return string(r.take(int(r.byte()))) }

func (r *reader) take(n int) []byte {
	if r.broken || len(r.rest) < n {
		r.broken = true
		return make([]byte, max(n, 1))
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}
