package gate

import (
	"strings"
	"testing"

	"shortlist/scoring"
)

func TestBodyLanguageClauses(t *testing.T) {
	t.Parallel()
	checkClauses(t, BodyLanguage, []string{
		"Wir suchen für unser Lager eine freundliche Person mit Humor.", "Deine Aufgaben bei uns", "Nous recherchons une personne curieuse pour notre atelier.",
		"Buscamos una persona con ganas de aprender.", "Cerchiamo una persona curiosa per il nostro laboratorio.", "Wij zoeken een collega die graag puzzelt.",
		"Procuramos uma pessoa curiosa para a nossa oficina.", "Szukamy osoby, która lubi zagadki.", "Vi söker en kollega som gillar gåtor.",
		"Vi søger en kollega, som kan lide gåder.", "Vi ser etter en kollega som liker gåter.", "Etsimme kollegaa, joka pitää arvoituksista.",
		"Hledáme kolegu, který má rád hádanky.", "Мы ищем человека, который любит загадки.", "私たちは謎が好きな人を探しています。", "我们正在寻找喜欢谜题的人。",
		"우리는 수수께끼를 좋아하는 사람을 찾습니다.", "Ψάχνουμε έναν άνθρωπο που αγαπά τους γρίφους.", "نبحث عن شخص يحب الألغاز",
		"Olyan munkatársat keresünk, aki szereti a rejtvényeket és szívesen tanul új dolgokat.",
		"Căutăm un coleg căruia îi plac ghicitorile și care învață cu plăcere lucruri noi.",
		"Bulmaca seven ve yeni şeyler öğrenmekten hoşlanan bir ekip arkadaşı arıyoruz.",
	}, []string{
		"We are looking for a curious person.", "Go, Rust, Kafka, Kubernetes, Terraform", "Senior Engineer (m/w/d)", "Müller & Söhne GmbH, München",
		"You will join our team at Société Nivelle in Lyon and learn from the best.", "Apply now", "Kraków, Poland", "C++, Qt, CMake, Linux, Docker, Jenkins, Ansible",
		"Our Zürich office loves Rösti, and so will you.", "Salary: 80k", "iOS / Android / Web", "Fluent German (Deutsch, C1) is a must for this job.", "", "•",
		"Python, R, SQL and dbt on Snowflake", "Café culture and a déjà vu of good old days",
	})
}

func TestBodyLanguageOfAdverts(t *testing.T) {
	t.Parallel()
	english := "We build scales. You will write the code for them. The team is small and kind. It works from home. "
	german := "Wir bauen Waagen. Du schreibst die Software dafür. Das Team ist klein und freundlich. "
	for _, tc := range []struct {
		name, text string
		languages  []string
		want       State
	}{
		{"English", english, []string{"en"}, Silent},
		{"German", german, []string{"en"}, Fired},
		{"German, read", german, []string{"en", "de"}, Silent},
		{"one sentence of many", strings.Repeat(english, 2) + "Wir freuen uns auf deine Bewerbung.", []string{"en"}, Silent},
		{"a third", english + english + german + "Wir freuen uns auf dich.", []string{"en"}, Fired},
		{"no languages", german, nil, Silent},
		{"nothing", "", []string{"en"}, Silent},
	} {
		p := &scoring.Profile{About: scoring.About{Languages: tc.languages}}
		if got := bodyLanguage(newListing(&scoring.Listing{Text: tc.text}), p); got.state != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got.state, tc.want)
		}
	}
}
