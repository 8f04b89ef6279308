package hostile

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// latin1 breaks s: its UTF-8 read as Latin-1.
func latin1(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// cp1252 breaks s: its UTF-8 read as windows-1252, as far as that has a character.
func cp1252(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		r := rune(s[i])
		if r >= 0x80 && r < 0xa0 && windows1252[r-0x80] != 0 {
			r = windows1252[r-0x80]
		}
		b.WriteRune(r)
	}
	return b.String()
}

func TestRepairOfWholeFields(t *testing.T) {
	t.Parallel()
	for _, want := range []string{
		"São Paulo, Brasil", "Gdańsk – Główny", "Île d’Été", "Grüße aus Köln", "Ștefănești și Țară", "İstanbul", "Điện Biên Phủ",
		"灯台守（夜勤）募集", "منارة الميناء", "מגדלור", "Смотритель маяка", "Φαροφύλακας", "등대지기", "हिन्दी शिक्षक", "ผู้ดูแล",
		"“Quoted” — don’t … • € ™ ½", "🚀 Launch 👩‍🚀 ❤️", "naïve café", "5 × 3 ≥ 12 → ok ✓", "\u2002no-break\u00a0space",
	} {
		if got := repair(latin1(want)); got != want {
			t.Errorf("Latin-1: %q from %q, want %q", got, latin1(want), want)
		}
		if got := repair(cp1252(want)); got != want {
			t.Errorf("windows-1252: %q from %q, want %q", got, cp1252(want), want)
		}
		if got := repair(latin1(latin1(want))); got != want {
			t.Errorf("twice: %q, want %q", got, want)
		}
		if got := repair(want); got != want {
			t.Errorf("sound text changed: %q to %q", want, got)
		}
	}
}

func TestRepairOfMixedText(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"apostrophe beside a sound dash", "donâ€™t — ever", "don’t — ever"},
		{"letter beside a sound quote", "“cafÃ©” in MÃ¼nchen", "“café” in München"},
		{"no-break space", "a\u00c2\u00a0b – c", "a\u00a0b – c"},
		{"emoji", "ðŸš€ go — fast", "🚀 go — fast"},
		{"japanese beside a sound dash", latin1("灯台守") + " — night", "灯台守 — night"},
		{"quote whose end is lost", "say â€œhiâ€\ufffd — ok", "say “hi” — ok"},
		{"cut sequence", "more â€", "more "},
		{"cut at the end of a broken field", latin1("灯台守")[:len(latin1("灯台守"))-2], "灯台"},
		{"C1 apostrophe in a word is left for windows-1252", "l\u0092été — ok", "l\u0092été — ok"},
	}
	for _, test := range tests {
		if got := repair(test.in); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestRepairLeavesSoundText(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"São Paulo", "ROMÂNIA", "Âge légal", "CHÂTEAU", "« qualité\u00a0»", "qualité\u00a0»", "QUALITÉ\u00a0: oui", "TRÈS\u00a0BIEN", "Voilà\u00a0!",
		"»Spaß«", "Spaß« und", "È\u00a0richiesto", "MANHÃ e tarde", "20\u00a0°C", "Ångström", "Ð and Þ", "50 €", "„Gruß“", "déjà…", "Ñandú", "ça va", "naïf — oui",
	} {
		if got := repair(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}

func TestRemainingC1IsWindows1252(t *testing.T) {
	t.Parallel()
	if got, want := Line("l\u0092été \u0085 5\u0080 \u0081x"), "l’été … 5€ x"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzRepair(f *testing.F) {
	f.Add("cafÃ© — donâ€™t")
	f.Add(latin1("灯台守"))
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			t.Skip()
		}
		got := repair(s)
		if !utf8.ValidString(got) || len(got) > len(s) {
			t.Errorf("repair(%q) = %q", s, got)
		}
	})
}
