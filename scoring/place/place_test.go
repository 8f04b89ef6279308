package place

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
)

func TestParse(t *testing.T) {
	t.Parallel()
	const (
		anyBoard    = false
		remoteBoard = true
	)
	tests := []struct {
		raw                        string
		board                      bool
		remote                     scoring.Remote
		countries, regions, cities string // apart by bars
	}{
		{"", anyBoard, "", "", "", ""},
		{"", remoteBoard, "remote", "", "", ""},
		{"Worldwide", anyBoard, "remote", "", "worldwide", ""},
		{"Anywhere in the World", remoteBoard, "remote", "", "worldwide", ""},
		{"Anywhere in the United States", anyBoard, "remote", "US", "", ""},
		{"Global", anyBoard, "", "", "worldwide", ""},
		{"USA Only", anyBoard, "", "US", "", ""},
		{"LATAM Only", remoteBoard, "remote", "", "latam", ""},
		{"Americas, Europe, Israel", remoteBoard, "remote", "IL", "americas|europe", ""},
		{"CET/CEST +/- 3 hours", remoteBoard, "remote", "", "", ""},
		{"USA, CST (UTC-6)", remoteBoard, "remote", "US", "", ""},
		{"Europe/South America/South-east Asia", remoteBoard, "remote", "", "europe|south-america|southeast-asia", ""},
		{"European Timezone or UK", remoteBoard, "remote", "GB", "europe", ""},
		{"LATAM,  Hong Kong,  Mexico", remoteBoard, "remote", "HK|MX", "latam", ""},
		{"Remote, US", anyBoard, "remote", "US", "", ""},
		{"Remote-Brazil", anyBoard, "remote", "BR", "", ""},
		{"Remote, Bangalore", anyBoard, "remote", "IN", "", "Bangalore"},
		{"United Kingdom (Remote)", anyBoard, "remote", "GB", "", ""},
		{"Germany | Remote", anyBoard, "remote", "DE", "", ""},
		{"Hybrid - Munich", remoteBoard, "hybrid", "DE", "", "Munich"},
		{"Berlin (Hybrid); Remote", anyBoard, "remote", "DE", "", "Berlin"},
		{"Berlin, onsite", remoteBoard, "office", "DE", "", "Berlin"},
		{"Not remote: New York", remoteBoard, "office", "US", "", "New York"},
		{"Warsaw, POL", anyBoard, "", "PL", "", "Warsaw"},
		{"Kansas-Wichita", anyBoard, "", "US", "", "Wichita"},
		{"Levallois-Perret, FR, 92300", anyBoard, "", "FR", "", "Levallois-Perret"},
		{"United States-Texas-Garden City", anyBoard, "", "US", "", "Garden City"},
		{"Denver, Colorado, US, 80216", anyBoard, "", "US", "", "Denver"},
		{"Morrisville, NC, US+1 more…", anyBoard, "", "US", "", "Morrisville"},
		{"Kenitra, MA, 14000", anyBoard, "", "MA", "", "Kenitra"},
		{"Boston, MA", anyBoard, "", "US", "", "Boston"},
		{"Unheardof, DE, 19901", anyBoard, "", "US", "", "Unheardof"},
		{"Unheardof, DE, 49413", anyBoard, "", "DE", "", "Unheardof"},
		{"Berlin, DE", anyBoard, "", "DE", "", "Berlin"},
		{"Dover, DE", anyBoard, "", "US", "", "Dover"},
		{"Toronto, Ontario, CA", anyBoard, "", "CA", "", "Toronto"},
		{"Ontario, CA", anyBoard, "", "US", "", "Ontario"},
		{"US, CA, Santa Clara", anyBoard, "", "US", "", "Santa Clara"},
		{"Erkrath, NW, DE, 40699", anyBoard, "", "DE", "", "Erkrath"},
		{"DE, FR, NL", anyBoard, "", "DE|FR|NL", "", ""},
		{"Georgia", remoteBoard, "remote", "GE", "", ""},
		{"Armenia, Georgia, Turkey", remoteBoard, "remote", "AM|GE|TR", "", ""},
		{"Atlanta, Georgia", anyBoard, "", "US", "", "Atlanta"},
		{"Tbilisi, Georgia", anyBoard, "", "GE", "", "Tbilisi"},
		{"Paris, Texas", anyBoard, "", "US", "", "Paris"},
		{"London, Ontario", anyBoard, "", "CA", "", "London"},
		{"Dublin / London / Berlin", anyBoard, "", "DE|GB|IE", "", "Dublin|London|Berlin"},
		{"Bosnia and Herzegovina", remoteBoard, "remote", "BA", "", ""},
		{"Remote, Guinea-Bissau", anyBoard, "remote", "GW", "", ""},
		{"Spain, Portugal or Italy", remoteBoard, "remote", "ES|IT|PT", "", ""},
		{"San Francisco, CA, New York, NY, or Remote within Canada", anyBoard, "remote", "CA|US", "", "San Francisco|New York"},
		{"CONCORD, CA, US, 94520-1251", anyBoard, "", "US", "", "Concord"},
		{"Korea (Republic of)", anyBoard, "", "KR", "", ""},
		{"Multiple Locations", anyBoard, "", "", "", ""},
		{"Northern Lakes Campus", anyBoard, "", "", "", ""},
	}
	split := func(s string) []string {
		if s == "" {
			return nil
		}
		return strings.Split(s, "|")
	}
	for _, tt := range tests {
		got := Parse(tt.raw, tt.board)
		want := scoring.Place{Raw: tt.raw, Remote: tt.remote, Countries: split(tt.countries), Regions: split(tt.regions), Cities: split(tt.cities)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Parse(%q, %v) (-want +got):\n%s", tt.raw, tt.board, diff)
		}
	}
}

func TestFormat(t *testing.T) {
	t.Parallel()
	tests := []struct {
		raw   string
		board bool
		want  string
	}{
		{"", false, ""},
		{"", true, "Remote"},
		{"Anywhere", true, "Remote, worldwide"},
		{"Global", false, "Worldwide"},
		{"Germany, France", true, "Remote: France, Germany"},
		{"Berlin, DE", false, "Berlin, Germany"},
		{"LATAM, Mexico", true, "Remote: Latin America, Mexico"},
		{"Hybrid - Munich", false, "Hybrid: Munich, Germany"},
		{"Singapore, Singapore", false, "Singapore"},
		{"CET +/- 3 hours", true, "Remote: CET +/- 3 hours"},
		{"Brazil, Chile, Peru, Mexico, Spain, Italy, Japan", true, "Remote: Brazil, Chile, Italy, Japan, Mexico and 2 more"},
		{"On site", false, "On site"},
	}
	for _, tt := range tests {
		if got := Format(Parse(tt.raw, tt.board)); got != tt.want {
			t.Errorf("Format(Parse(%q, %v)) = %q, want %q", tt.raw, tt.board, got, tt.want)
		}
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	got := Merge(Parse("Hybrid - Munich", false), Parse("Remote, Spain", false))
	want := scoring.Place{Raw: "Hybrid - Munich; Remote, Spain", Remote: scoring.RemoteYes, Countries: []string{"DE", "ES"}, Cities: []string{"Munich"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Merge (-want +got):\n%s", diff)
	}
	if again := Merge(got, Parse("Remote, Spain", false)); again.Raw != got.Raw {
		t.Errorf("merging a place again changes Raw to %q", again.Raw)
	}
}

func TestOnly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Berlin": true, "Remote, Latin America": true, "Pittsburgh, PA": true, "UK or Ireland": true, "US": true,
		"QA": false, "IT": false, "Platform": false, "Berlin Platform": false, "Platform, Berlin": false, "Remote": false, "": false,
	} {
		if _, got := Only(text); got != want {
			t.Errorf("Only(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestCountry(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Germany": "DE", "deutschland": "DE", "Allemagne": "DE", "DEU": "DE", "de": "DE", "UK": "GB", "U.S.": "US",
		"Côte d’Ivoire": "CI", "são tomé and príncipe": "ST", "Türkiye": "TR", "": "", "QX": "", "Atlantis": "",
	} {
		if got, ok := Country(name); got != want && ok || ok != (want != "") {
			t.Errorf("Country(%q) = %q, %v, want %q", name, got, ok, want)
		}
	}
	if got := CountryName("KR"); got != "South Korea" {
		t.Errorf("CountryName(KR) = %q", got)
	}
}

func TestRegionsAreWhole(t *testing.T) {
	t.Parallel()
	for _, id := range Regions() {
		if got, ok := Region(id); !ok || got != id || RegionLabel(id) == "" {
			t.Errorf("region %q reads as %q, %v, label %q", id, got, ok, RegionLabel(id))
		}
		members := RegionCountries(id)
		if (id == Worldwide) != (members == nil) {
			t.Errorf("region %q has members %v", id, members)
		}
		for _, code := range members {
			if _, ok := countryNames[code]; !ok {
				t.Errorf("region %q holds %q, which is no country", id, code)
			}
		}
	}
	if len(RegionCountries(EU)) != 27 {
		t.Errorf("the EU has %d members", len(RegionCountries(EU)))
	}
	if !slices.Contains(RegionCountries(EMEA), "DE") || !IsRegion("Latin America") || IsRegion("Germany") {
		t.Error("regions do not resolve")
	}
}

// TestTablesAgree holds the tables against slips: a code that no country has, a name that two countries claim.
func TestTablesAgree(t *testing.T) {
	t.Parallel()
	if len(countryNames) != 250 || len(countryByAlpha3) != 250 {
		t.Errorf("%d alpha-2 and %d alpha-3 codes, want 250 of each", len(countryNames), len(countryByAlpha3))
	}
	for name, country := range stateByName {
		if _, ok := countryNames[country]; !ok {
			t.Errorf("state %q lies in %q", name, country)
		}
	}
	for city, homes := range cityCountries {
		primary := 0
		for _, h := range homes {
			if _, ok := countryNames[h.country]; !ok {
				t.Errorf("city %q lies in %q", city, h.country)
			}
			if h.primary {
				primary++
			}
		}
		if primary > 1 {
			t.Errorf("city %q alone means %d countries: %v", city, primary, homes)
		}
	}
}

func TestHostileLines(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{",", "-", "a - ", "(", "US, ", "Berlin / ", "or ", "\xff", "Kansas-", "é/", "a or ", "TX/", "MD a ", " +1 more"} {
		p := Parse(strings.Repeat(unit, 50_000), true)
		if len(p.Cities) > maxParts || len(p.Countries) > 300 {
			t.Errorf("%q repeated gives %d cities", unit, len(p.Cities))
		}
		Format(p)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "Remote - US/Canada", "Kenitra, MA, 14000", "TX | Remote, United States", "A-B-C, (D", "\x00\xff–"} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, raw string, remoteBoard bool) {
		p := Parse(raw, remoteBoard)
		if !slices.IsSorted(p.Countries) || !slices.IsSorted(p.Regions) {
			t.Errorf("Parse(%q) is not sorted: %+v", raw, p)
		}
		for _, c := range p.Countries {
			if _, ok := countryNames[c]; !ok {
				t.Errorf("Parse(%q) names %q, which is no country", raw, c)
			}
		}
		for _, region := range p.Regions {
			if !slices.Contains(Regions(), region) {
				t.Errorf("Parse(%q) names %q, which is no region", raw, region)
			}
		}
		Format(Merge(p, p))
		Only(raw)
	})
}

func BenchmarkParse(b *testing.B) {
	lines := []string{"Worldwide", "Berlin, Germany", "Denver, Colorado, US, 80216", "Northern America, LATAM, Europe, APAC", "Remote - United Kingdom"}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		Parse(lines[i%len(lines)], true)
	}
}

// TestLabelledPlaces measures Parse on labelled location lines of real boards.
func TestLabelledPlaces(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../shared/data/labelled/geo.jsonl")
	if err != nil {
		t.Skip("no labelled data beside the repository:", err)
	}
	rows, right, cities, cityRight := 0, 0, 0, 0
	for line := range strings.Lines(string(data)) {
		var row struct {
			Raw     string  `json:"location_raw"`
			Country *string `json:"country"`
			City    *string `json:"city"`
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		rows++
		p := Parse(row.Raw, false)
		got := ""
		if len(p.Countries) == 1 {
			got = p.Countries[0]
		} else if len(p.Countries) > 1 {
			got = strings.Join(p.Countries, " ")
		}
		want := ""
		if row.Country != nil {
			want, _ = Country(*row.Country)
		}
		if got == want {
			right++
		} else {
			t.Logf("country of %q: got %q, want %q", row.Raw, got, want)
		}
		if row.City != nil {
			cities++
			if len(p.Cities) > 0 && Fold(p.Cities[0]) == Fold(*row.City) {
				cityRight++
			} else {
				t.Logf("city of %q: got %q, want %q", row.Raw, p.Cities, *row.City)
			}
		}
	}
	t.Logf("country right %d of %d, city right %d of %d", right, rows, cityRight, cities)
	if right*100 < rows*92 {
		t.Errorf("country right in %d of %d rows, want at least 92 %%", right, rows)
	}
}
