package hostile

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	minEncoded = 20       // characters of base64 or digits that are worth decoding
	minCodes   = 10       // codes in a row, each of one character
	maxShifts  = 32       // sentences that are turned by every shift
	maxPayload = 16 << 10 // bytes of one run
)

// payloads finds instructions that are encoded. Only what decodes to something that the rules know is flagged, since
// honest adverts hold long names, numbers of documents and puzzles for applicants.
func (r *reading) payloads() []finding {
	p := payloads{reading: r}
	p.runs()
	p.shifts()
	for _, run := range r.spelled {
		p.spell(run)
	}
	return p.found
}

type payloads struct {
	*reading
	found  []finding
	turned int // sentences
}

// try flags the text from start to end, and what it says, if decoded says something to a machine.
func (p *payloads) try(decoded string, start, end int) bool {
	if !legible(decoded) {
		return false
	}
	inner := read(decoded)
	hits := append(match(inner), structure(decoded)...)
	if len(hits) == 0 {
		return false
	}
	p.found = append(p.found, finding{EncodedPayload, p.text[start:end], start})
	for _, h := range hits[:min(len(hits), 2)] {
		from, to := inner.span(h)
		p.found = append(p.found, finding{h.kind, decoded[from:to], start})
	}
	return true
}

// legible reports whether s reads like a text.
func legible(s string) bool {
	good, n := 0, 0
	for _, r := range s {
		n++
		if r == utf8.RuneError {
			return false
		}
		if unicode.IsLetter(r) || r == ' ' || r == '\n' {
			good++
		}
	}
	return n >= 8 && good*10 >= n*7
}

// Classes of characters that encoded runs are made of.
const (
	inBase64 uint8 = 1 << iota
	inCodes        // what codes of characters and the space between them are written with
)

var runClass = func() (t [256]uint8) {
	for b := range 256 {
		if alphanumeric(byte(b)) && b < utf8.RuneSelf || strings.IndexByte("+/-_=", byte(b)) >= 0 {
			t[b] |= inBase64
		}
		if b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'f' && b < utf8.RuneSelf || strings.IndexByte(" ,;:%\\xu&#\n", byte(b)) >= 0 {
			t[b] |= inCodes
		}
	}
	return t
}()

// runs decodes long runs of base64 and of codes.
func (p *payloads) runs() {
	base, codes := 0, 0 // starts of the runs at hand
	for i := 0; i <= len(p.text); i++ {
		c := uint8(0)
		if i < len(p.text) {
			c = runClass[p.text[i]]
		}
		if c&inBase64 == 0 {
			if i-base >= minEncoded {
				p.base64(base, i)
			}
			// Base64 is often wrapped: the lines of a run stand together.
			if i-base < 40 || i == len(p.text) || p.text[i] != '\n' {
				base = i + 1
			}
		}
		if c&inCodes == 0 {
			if i-codes >= 2*minCodes {
				p.codes(codes, i)
			}
			codes = i + 1
		}
	}
}

func (p *payloads) base64(start, end int) {
	run := p.text[start:end]
	if len(run) > maxPayload || strings.Count(run, "-")+strings.Count(run, "/") > len(run)/8 {
		return
	}
	run = strings.ReplaceAll(run, "\n", "")
	if plain, err := hex.DecodeString(run); err == nil && p.try(string(plain), start, end) {
		return
	}
	if i := strings.LastIndexByte(strings.TrimRight(run, "="), '='); i >= 0 {
		run = run[i+1:]
	}
	run = strings.NewReplacer("-", "+", "_", "/", "=", "").Replace(run)
	if len(run)%4 == 1 {
		run = run[:len(run)-1]
	}
	if plain, err := base64.RawStdEncoding.DecodeString(run); err == nil {
		p.try(string(plain), start, end)
	}
}

// codes reads a row of codes, all hexadecimal, all binary or all decimal.
func (p *payloads) codes(start, end int) {
	if end-start > maxPayload {
		return
	}
	fields := strings.FieldsFunc(p.text[start:end], func(r rune) bool { return strings.ContainsRune(" ,;:%\\xu&#\n", r) })
	if len(fields) < minCodes {
		return
	}
	for _, base := range [...]int{16, 2, 10} {
		plain := make([]byte, 0, len(fields))
		for _, f := range fields {
			if f == "0" && base == 16 { // of "0x49"
				continue
			}
			if base == 2 && len(f) < 7 || len(f) > 8 {
				continue
			}
			if n, err := strconv.ParseUint(f, base, 16); err == nil && n >= ' ' && n < 0x7f {
				plain = append(plain, byte(n))
			}
		}
		if len(plain)*10 >= len(fields)*4 && p.try(string(plain), start, end) {
			return
		}
	}
}

// shifts reads sentences that hold two telling words under a shift of the alphabet or backwards.
func (p *payloads) shifts() {
	last := -1
	for i := 1; i < len(p.words); i++ {
		a, b := &p.words[i-1], &p.words[i]
		if a.class&b.class&shifted == 0 || b.at-a.at > 8 || a.sentence == last || p.turned == maxShifts {
			continue
		}
		p.turned++
		last = a.sentence
		s, t := p.sentences[a.sentence], p.sentences[b.sentence]
		plain := p.text[s.start:max(s.end, t.end)]
		for shift := range letters {
			turned := rotate(plain, shift)
			if shift == 0 {
				turned = backwards(plain)
			}
			// Two telling words under one shift are no accident, whatever else the sentence says.
			if !p.try(turned, s.start, max(s.end, t.end)) && tellingIn(turned) > 1 {
				p.found = append(p.found, finding{EncodedPayload, plain, s.start})
			}
		}
	}
}

// tellingIn counts the words of s that the shifts are known by.
func tellingIn(s string) (n int) {
	s = strings.ToLower(s)
	for _, w := range tellingWords {
		if strings.Contains(s, w) {
			n++
		}
	}
	return n
}

func backwards(s string) string {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		out = append(out, r)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return string(out)
}

// spelledOut are what letters apart say without the spaces that would show where a word ends.
var spelledOut = [...]struct{ kind, text string }{
	{InstructionOverride, "ignoreprevious"}, {InstructionOverride, "ignoreallprevious"}, {InstructionOverride, "ignoreanyprevious"},
	{InstructionOverride, "ignoretheabove"}, {InstructionOverride, "ignoreallinstructions"}, {InstructionOverride, "ignoreallrules"},
	{InstructionOverride, "ignoreyour"}, {InstructionOverride, "ignoretheprevious"}, {InstructionOverride, "disregardall"},
	{InstructionOverride, "disregardprevious"}, {InstructionOverride, "disregardthe"}, {InstructionOverride, "previousinstructions"},
	{InstructionOverride, "ignorierealle"}, {InstructionOverride, "ignoreztoutes"}, {InstructionOverride, "ignoratodas"}, {InstructionOverride, "ignoratutte"},
	{Exfiltration, "systemprompt"}, {ScoreManipulation, "scorethis"}, {ScoreManipulation, "ratethis"}, {ScoreManipulation, "score10"},
	{ScoreManipulation, "alwaysrecommend"}, {RoleConfusion, "youarenow"},
}

func (p *payloads) spell(run [2]int) {
	joined := strings.ToLower(strings.Join(strings.FieldsFunc(p.text[run[0]:run[1]], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), ""))
	for _, s := range spelledOut {
		if strings.Contains(joined, s.text) {
			p.found = append(p.found, finding{EncodedPayload, p.text[run[0]:run[1]], run[0]}, finding{s.kind, p.text[run[0]:run[1]], run[0]})
			return
		}
	}
}
