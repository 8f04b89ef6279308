package guardrail

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// gap is what stands between a token and the one before.
type gap uint8

const (
	gapNone     gap = iota // nothing, a space or a hyphen
	gapSlash               // "/", "&"
	gapComma               // a comma
	gapBreak               // ":", "(", ")", a dash: another clause of the same sentence
	gapSentence            // ".", ";", "!", "?", a line's end
)

// token is one word or number.
type token struct {
	text       string // folded: lower case, no accents, no apostrophes
	gap        gap
	dash       bool // joined to the token before by a hyphen or a dash: a range or a compound
	start, end int  // bytes of the rationale
	capital    bool
	possessive bool    // ends in "'s"
	ask        bool    // a question mark follows
	money      string  // the currency written beside the figure
	value      float64 // of a figure, else 0
	thousands  bool    // the figure was written with "k" or a thousands mark
}

const (
	maxRationale = 4 << 10 // bytes that are read; a rationale holds 200 runes
	maxTokens    = 600
)

// tokenise splits a rationale. It reads at most maxRationale bytes.
func tokenise(s string) []token {
	if len(s) > maxRationale {
		s = s[:maxRationale]
	}
	var out []token
	g, dash, money := gapNone, false, ""
	for i := 0; i < len(s) && len(out) < maxTokens; {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case isWord(r):
			t := readWord(s, i)
			t.gap, t.dash = g, dash
			if t.value > 0 {
				t.money = money
				if c := currencyAfter(s[t.end:]); t.money == "" && c != "" {
					t.money = c
				}
			}
			out = append(out, t)
			i = t.end
			g, dash, money = gapNone, false, ""
			continue
		case r == '<' || r == '>':
			out = append(out, token{text: comparison(r), gap: g, start: i, end: i + n})
			g, dash, money = gapNone, false, ""
		case currencySign(r) != "":
			money = currencySign(r)
		case r == '-' || r == '–' || r == '—' || r == '‑' || r == '‐':
			spaced := i > 0 && s[i-1] == ' ' && i+n < len(s) && s[i+n] == ' '
			if (spaced || r == '—') && !(len(out) > 0 && out[len(out)-1].value > 0 && figureNext(s[i+n:])) {
				g = max(g, gapBreak)
			}
			dash = true
		default:
			if r == '.' && len(out) > 0 && abbreviates(s, out[len(out)-1], s[i+n:]) {
				break
			}
			g = max(g, gapOf(r, s[i+n:]))
			if r == '?' && len(out) > 0 {
				out[len(out)-1].ask = true
			}
		}
		i += n
	}
	return spelt(out)
}

var tens = map[string]float64{
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}

// spelt makes figures of "forty-nine thousand" and "sixty k".
func spelt(tokens []token) []token {
	out := tokens[:0]
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		value, n := tens[t.text], 1
		if value > 0 && i+1 < len(tokens) && tokens[i+1].gap == gapNone && numerals[tokens[i+1].text] > 0 && numerals[tokens[i+1].text] < 10 {
			value, n = value+numerals[tokens[i+1].text], 2
		}
		if last := i + n; value > 0 && last < len(tokens) && tokens[last].gap == gapNone && (tokens[last].text == "thousand" || tokens[last].text == "k") {
			t.value, t.thousands, t.end, t.text = value*1000, true, tokens[last].end, "figure"
			i = last
		}
		out = append(out, t)
	}
	return out
}

func gapOf(r rune, rest string) gap {
	switch r {
	case '/', '&', '+':
		return gapSlash
	case ',', '،', '、':
		return gapComma
	case ':', '(', ')', '[', ']', '…':
		return gapBreak
	case '.', '!', '?', '。':
		if rest != "" && rest[0] != ' ' && rest[0] != '\n' && rest[0] != '"' && rest[0] != ')' {
			return gapNone
		}
		return gapSentence
	case ';', '\n', '|', '•':
		return gapSentence
	}
	return gapNone
}

// figureNext reports whether a figure follows, as after the dash of a range.
func figureNext(s string) bool {
	s = strings.TrimLeft(s, " €$£")
	return s != "" && isDigit(s[0])
}

// comparison is how a sign is read aloud.
func comparison(r rune) string {
	if r == '<' {
		return "under"
	}
	return "above"
}

// abbreviates reports whether a dot after the token ends no sentence: "approx.", and "U.S." before a small letter.
func abbreviates(s string, t token, rest string) bool {
	if isAbbreviation(t.text) {
		return true
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
	return strings.Contains(s[t.start:t.end], ".") && t.value == 0 && unicode.IsLower(next)
}

// isAbbreviation names those after which a dot ends no sentence.
func isAbbreviation(word string) bool {
	switch word {
	case "ie", "eg", "approx", "incl", "excl", "vs", "ca", "etc", "min", "max", "no", "yrs", "mio", "bzw", "zb", "inkl", "st":
		return true
	}
	return false
}

func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' || r == '‘' || r == '`' || r == 'ʼ' }

// readWord reads one word or figure from i on.
func readWord(s string, i int) token {
	if s[i] >= '0' && s[i] <= '9' {
		if t, ok := readFigure(s, i); ok {
			return t
		}
	}
	j := i
	for j < len(s) {
		r, n := utf8.DecodeRuneInString(s[j:])
		if isApostrophe(r) && j-i == 1 && isElided(s[i]) {
			break // "d'avocat"
		}
		inner := isApostrophe(r) || r == '.' && dotInside(s, i, j)
		if !isWord(r) && !(inner && wordAt(s, j+n)) {
			break
		}
		j += n
	}
	for j < len(s) && (s[j] == '#' || s[j] == '+') && j-i <= 2 { // C#, C++
		j++
	}
	first, _ := utf8.DecodeRuneInString(s[i:])
	return token{text: fold(s[i:j]), start: i, end: j, capital: unicode.IsUpper(first), possessive: strings.HasSuffix(s[i:j], "'s") || strings.HasSuffix(s[i:j], "’s")}
}

// isElided names the letters that French leaves of an article or pronoun.
func isElided(c byte) bool { return strings.IndexByte("dDlLjJnNsScCmMtT", c) >= 0 }

// dotInside reports whether the dot at j parts the letters of an abbreviation that began at i ("U.S.").
func dotInside(s string, i, j int) bool {
	return j-i == 1 || j-i >= 3 && s[j-2] == '.'
}

func wordAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return i < len(s) && isWord(r)
}

// readFigure reads "57k", "52,000", "3.700", "60 000", "1.5m". A figure that runs into letters is a word ("c1", "3d").
func readFigure(s string, i int) (token, bool) {
	j := i
	for j < len(s) && (isDigit(s[j]) || groupMark(s, j)) {
		j++
	}
	value, grouped := parseFigure(s[i:j])
	switch {
	case kiloAt(s, j) > 0:
		value, grouped = value*1000, true
		j += kiloAt(s, j)
	case wordAt(s, j):
		return token{}, false
	case thousandAt(s[j:]) > 0:
		value, grouped = value*1000, true
		j += thousandAt(s[j:])
	}
	return token{text: s[i:j], start: i, end: j, value: value, thousands: grouped}, true
}

// kiloAt is the length of a "k" at j, or 0.
func kiloAt(s string, j int) int {
	n := 1
	if strings.HasPrefix(s[j:], " ") {
		n = 2
	}
	if len(s) < j+n || s[j+n-1] != 'k' && s[j+n-1] != 'K' || wordAt(s, j+n) {
		return 0
	}
	return n
}

// thousandAt is the length of a spelt thousand at the start of s, or 0.
func thousandAt(s string) int {
	for _, word := range [...]string{" thousand", " tausend", " mille", " mil"} {
		if strings.HasPrefix(s, word) && !wordAt(s, len(word)) {
			return len(word)
		}
	}
	return 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// groupMark reports whether the byte at j stands inside a figure: a mark between digits, or a space before three.
func groupMark(s string, j int) bool {
	if j+1 >= len(s) || !isDigit(s[j-1]) || !isDigit(s[j+1]) {
		return false
	}
	switch s[j] {
	case ',', '.', '\'':
		return true
	case ' ':
		return threeDigits(s[j+1:])
	}
	return false
}

func threeDigits(s string) bool {
	return len(s) >= 3 && isDigit(s[0]) && isDigit(s[1]) && isDigit(s[2]) && (len(s) == 3 || !isDigit(s[3]) && !wordAt(s, 3))
}

// parseFigure reads digits with marks: a mark before exactly three digits groups thousands, another is a decimal one.
func parseFigure(s string) (value float64, grouped bool) {
	var digits []byte
	decimal := false
	for k := 0; k < len(s); k++ {
		switch {
		case isDigit(s[k]):
			digits = append(digits, s[k])
		case threeDigits(s[k+1:]) || k+4 < len(s) && !isDigit(s[k+4]) && isDigit(s[k+3]):
			grouped = true
		case !decimal:
			decimal = true
			digits = append(digits, '.')
		}
	}
	if len(digits) > 15 {
		return 0, false
	}
	value, err := strconv.ParseFloat(strings.TrimSuffix(string(digits), "."), 64)
	if err != nil {
		return 0, false
	}
	return value, grouped
}

func currencySign(r rune) string {
	switch r {
	case '€':
		return "EUR"
	case '$':
		return "USD"
	case '£':
		return "GBP"
	case '¥':
		return "JPY"
	case '₹':
		return "INR"
	}
	return ""
}

// currencyAfter reads the sign or code right after a figure.
func currencyAfter(s string) string {
	s = strings.TrimLeft(s, " ")
	r, _ := utf8.DecodeRuneInString(s)
	if c := currencySign(r); c != "" {
		return c
	}
	low := strings.ToLower(s[:min(len(s), 6)])
	for _, name := range [...]string{"euros", "euro", "eur", "usd", "gbp", "chf"} {
		if rest, ok := strings.CutPrefix(low, name); ok && (rest == "" || !wordAt(rest, 0)) {
			return strings.ToUpper(name[:3])
		}
	}
	return ""
}

// plainLetters are letters that Unicode does not take apart.
var plainLetters = map[rune]string{'ß': "ss", 'ø': "o", 'ł': "l", 'đ': "d", 'æ': "ae", 'œ': "oe", 'ı': "i"}

// fold writes a word in lower case without accents, apostrophes and the dots of abbreviations.
func fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		switch {
		case isApostrophe(r) || r == '.' || unicode.Is(unicode.M, r):
		case r < utf8.RuneSelf:
			b.WriteRune(unicode.ToLower(r))
		default:
			r = unicode.ToLower(r)
			if plain, ok := plainLetters[r]; ok {
				b.WriteString(plain)
			} else {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}
