package gate

import (
	"testing"

	"shortlist/scoring"
)

func no() *bool { b := false; return &b }

// afar works in English from nowhere in particular, at the middle of a career.
func afar() *scoring.Profile {
	return &scoring.Profile{About: scoring.About{
		Languages: []string{"en"}, WorkFrom: []string{"worldwide"}, Markets: []string{}, Levels: []string{"mid", "senior"}, Clearance: no(),
		PayFloor: &scoring.PayFloor{Amount: 70000, Currency: "EUR", Per: scoring.PerYear},
	}}
}

// checkClauses asks a gate about clauses, each as a text of its own.
func checkClauses(t *testing.T, class string, fires, near []string) {
	t.Helper()
	for _, text := range fires {
		if got, _ := Ask(Case{Class: class, Text: text}, afar()); got != Fired {
			t.Errorf("%s is %s, want it to fire: %s", class, got, text)
		}
	}
	for _, text := range near {
		if got, _ := Ask(Case{Class: class, Text: text}, afar()); got == Fired {
			t.Errorf("%s fires: %s", class, text)
		}
	}
}
