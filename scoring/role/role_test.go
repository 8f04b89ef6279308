package role

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"shortlist/scoring"
)

// TestLabelledPairs measures Same on labelled pairs of real boards.
func TestLabelledPairs(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../shared/data/dedupe/pairs.jsonl")
	if err != nil {
		t.Skip("no labelled pairs beside the repository:", err)
	}
	total, right := map[string]int{}, map[string]int{}
	for line := range strings.Lines(string(data)) {
		var group struct {
			Expect string `json:"expect"`
			Rows   []struct{ Board, Title, Company string }
		}
		if err := json.Unmarshal([]byte(line), &group); err != nil {
			t.Fatal(err)
		}
		for i := range group.Rows {
			for j := range i {
				a, b := group.Rows[i], group.Rows[j]
				total[group.Expect]++
				same := Same(scoring.Listing{Title: a.Title, Company: a.Company}, scoring.Listing{Title: b.Title, Company: b.Company})
				if same == (group.Expect != "different") {
					right[group.Expect]++
				} else {
					t.Logf("%s: %q and %q", group.Expect, Key(a.Company, a.Title), Key(b.Company, b.Title))
				}
			}
		}
	}
	t.Logf("right: different %d of %d, same %d of %d, other place %d of %d", right["different"], total["different"],
		right["same"], total["same"], right["same_role_other_place"], total["same_role_other_place"])
	if right["different"] < total["different"] || right["same"]*100 < total["same"]*95 ||
		right["same_role_other_place"] < total["same_role_other_place"] {
		t.Error("want every different pair apart, 95 % of the same together and every other place together")
	}
}

func TestCompanyKey(t *testing.T) {
	t.Parallel()
	groups := [][]string{
		{"Cheese Burger", "Cheese Burger Ltd", "Cheese Burger Plc", "The Cheese Burger Company", "CHEESE BURGER, INC.", "cheeseburger",
			"Cheese Burger GmbH & Co. KG", "Cheese Burger S.A.", "Cheese Burger Sp. z o.o.", "Cheese Burger Pty Ltd", "Cheese-Burger S.r.l.",
			"Cheese Burger (YC W24)", "Chéese Burger d.o.o."},
		{"Grafting Labs", "graftinglabs"},
		{"Platform.zz", "platformzz"},
		{"Salt & Pepper", "Salt and Pepper", "Salt &amp; Pepper AG"},
		{"Cheese Burger Holdings"},
		{"Inc"}, {"AG", "The AG"}, {"The"}, {"SE"},
	}
	seen := map[string]string{}
	for _, group := range groups {
		key := CompanyKey(group[0])
		if key == "" || seen[key] != "" {
			t.Errorf("CompanyKey(%q) = %q, which is also of %q", group[0], key, seen[key])
		}
		seen[key] = group[0]
		for _, name := range group[1:] {
			if got := CompanyKey(name); got != key {
				t.Errorf("CompanyKey(%q) = %q, want %q", name, got, key)
			}
		}
	}
	if CompanyKey(" ") != "" {
		t.Error("a company of nothing has a key")
	}
}

func TestSame(t *testing.T) {
	t.Parallel()
	listing := func(id, company, title, url string) scoring.Listing {
		return scoring.Listing{Ref: scoring.Ref{Board: "b", ID: id}, Company: company, Title: title, URL: url}
	}
	const page = "https://example.org/jobs/clerk-7"
	tests := []struct {
		name string
		a, b scoring.Listing
		want bool
	}{
		{"one id", listing("1", "", "Clerk", ""), listing("1", "Acorn", "Baker", ""), true},
		{"one key", listing("1", "Acorn Ltd", "Clerk (m/w/d)", ""), listing("2", "acorn", "Clerk - Oslo", ""), true},
		{"the company in the title", listing("1", "Acorn", "Acorn: Clerk", ""), listing("2", "Acorn", "Clerk", ""), true},
		{"other company", listing("1", "Acorn", "Clerk", ""), listing("2", "Beech", "Clerk", ""), false},
		{"no company", listing("1", "", "Clerk", ""), listing("2", "", "Clerk", ""), false},
		{"no id", listing("", "", "Clerk", ""), listing("", "", "Clerk", ""), false},
		{"one page", listing("1", "", "Clerk", page), listing("2", "Acorn", "Senior Clerk", page+"?utm_source=x"), true},
		{"one page, other company", listing("1", "Beech", "Clerk", page), listing("2", "Acorn", "Baker", page), false},
		{"a list is no page", listing("1", "Acorn", "Clerk", "https://example.org/jobs"), listing("2", "Acorn", "Baker", "https://example.org/jobs"), false},
	}
	for _, tt := range tests {
		if got := Same(tt.a, tt.b); got != tt.want || Same(tt.b, tt.a) != tt.want {
			t.Errorf("%s: Same = %v, want %v both ways", tt.name, got, tt.want)
		}
	}
}
