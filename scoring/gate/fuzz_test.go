package gate

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"shortlist/scoring"
	"shortlist/scoring/pay"
	"shortlist/scoring/place"
)

func FuzzCheck(f *testing.F) {
	f.Add("Support Agent (German)", "You speak German. Hybrid, 3 days/week in Oslo.", "Oslo, Norway", "30-40k EUR")
	f.Add("Senior/Staff Engineer – UK & Ireland", "• Must be a U.S. citizen\n• No visa sponsorship; TS/SCI a plus", "", "")
	f.Add("“", "1–2 years (max. 3)? don't … z.B. ½ % /", "\xff", "€")
	f.Add("日本語", "Мы ищем 100% офис, 週3日", ";;", "-")
	f.Fuzz(func(t *testing.T, title, text, location, salary string) {
		l := &scoring.Listing{Title: title, Text: text, Place: place.Parse(location, false), Pay: pay.FromField(salary)}
		p := afar()
		p.TitleCaps = []scoring.TitleCap{{ID: "c", Cap: 5, Titles: []string{"engineer"}}}
		for _, r := range Check(l, p) {
			if r.State == Silent || r.Cap < 1 || r.Cap > NoCap || r.State != Fired && r.Cap != NoCap {
				t.Errorf("%+v", r)
			}
			if utf8.RuneCountInString(r.Quote) > maxQuote {
				t.Errorf("a quote of %d runes", utf8.RuneCountInString(r.Quote))
			}
			if r.Quote != "" && !strings.Contains(title, r.Quote) && !strings.Contains(text, r.Quote) && !strings.Contains(l.Place.Raw, r.Quote) &&
				!strings.Contains(l.Pay.Raw, r.Quote) && r.Gate != Pay && utf8.ValidString(title+text) {
				t.Errorf("%s quotes %q, which the listing does not say", r.Gate, r.Quote)
			}
			if r.Why == "" {
				t.Errorf("%s says no reason", r.Gate)
			}
		}
	})
}

// TestHostileTextsEnd: no text, however odd, may keep the gates busy for long.
func TestHostileTextsEnd(t *testing.T) {
	t.Parallel()
	for name, unit := range map[string]string{
		"languages": "German, French or Dutch ", "no end": "hybrid office remote days ", "masks": "not only hybrid cloud ", "places": "France ",
		"numbers": "3 years ", "marks": "•;(", "no spaces": "a", "wide": "日本語", "accents": "e\u0301", "demands": "must reside in not clearance a plus ",
	} {
		start := time.Now()
		text := strings.Repeat(unit, 1<<20/len(unit))
		Check(&scoring.Listing{Title: text, Text: text}, afar())
		if spent := time.Since(start); spent > 5*time.Second {
			t.Errorf("%s took %s", name, spent)
		}
	}
}

// advert is about 3 KB of ordinary prose and lists.
var advert = strings.Repeat("We build scales for markets and write the code for them in Go. Your team is small, kind and spread over three countries. "+
	"You design services, talk to the people who use them and fix what breaks.\n\n• At least four years of work with distributed systems\n"+
	"• Fluent English; German is a plus\n• You are based in Europe or Africa\n• Knowledge of PostgreSQL, Kafka and Kubernetes\n\n"+
	"We pay €80,000 - €95,000 a year and meet in person twice a year. Work from wherever you like.\n\n", 5)

func BenchmarkCheck(b *testing.B) {
	l := &scoring.Listing{Title: "Senior Go Engineer, Scales (Remote)", Text: advert, Place: place.Parse("Remote, Europe", true)}
	p := afar()
	b.SetBytes(int64(len(advert)))
	b.ReportAllocs()
	for b.Loop() {
		Check(l, p)
	}
}
