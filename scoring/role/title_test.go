package role

import (
	"slices"
	"strings"
	"testing"

	"shortlist/scoring"
)

func TestTitlesOfOneRole(t *testing.T) {
	t.Parallel()
	groups := [][]string{
		{"Data Engineer", "Data\u00a0Engineer", "Data Engineer (m/w/d)", "Data Engineer (all genders)", "Data Engineer m/f/x",
			"Data Engineer (Remote)", "Data Engineer | Remote", "Remote Data Engineer", "Data Engineer – 100% Remote",
			"Data Engineer (Remote + Flexible)", "Data Engineer - Work from home", "🚀 Data Engineer 🚀", "Hiring now! Data Engineer",
			"[Urgent] Data Engineer", "Data Engineer (#1234)", "Data Engineer - Req 4455", "Data Engineer (JR012345)", "Data Engineer (4418)",
			"FULL TIME: Data Engineer", "Data Engineer - Berlin", "Data Engineer (London)", "Data Engineer, Pittsburgh, PA",
			"Data Engineer - Latin America", "Data Engineer | UK | Remote", "Data Engineer in Munich", "Data Engineer Brazil",
			"Data Engineer (US only)", "Data Engineer - US", "Job 19004 Data Engineer", "Data Engineer ($50 - $75/hr)"},
		{"Senior Full-Stack Engineer", "Sr. Fullstack Engineer", "Senior Full stack Engineer", "Snr Full Stack Engineer"},
		{"Research & Development Lead", "Research &amp; Development Lead", "Research and Development Lead"},
		{"Data Engineer (Semi Senior)", "Data Engineer Semi Senior"},
		{"Engineer III", "Engineer 3"},
		{"Site Reliability Engineer", "Site Reliability Engineer (SRE)"},
		{"Entwickler:in Backend (m/w/d)", "Entwickler Backend"},
		{"Sales Engineer – UK", "Sales Engineer (United Kingdom)"},
		{"Account Executive - LATAM", "Account Executive, Latin America"},
		{"Solution Engineer - Boston (US)", "Solution Engineer (Boston)"},
		{"Business Analyst - Berlin", "Business Analyst (Munich)", "Business Analyst"},
		{"HR Business Partner - US", "HR Business Partner, Canada"},
		{"Customer Support Specialist - Oslo", "Customer Support Specialist"},
		{"Growth Engineer, Spain", "Growth Engineer"},
		{"Manager, Software Engineering - Oslo", "Manager, Software Engineering"},
		{"Engineering Manager, Sales Tools - Madrid", "Engineering Manager, Sales Tools - Oslo"},
	}
	seen := map[string]string{}
	for _, group := range groups {
		key := TitleKey(group[0]).Key
		if other, ok := seen[key]; ok {
			t.Errorf("%q and %q are different roles with one key %q", other, group[0], key)
		}
		seen[key] = group[0]
		for _, title := range group[1:] {
			if got := TitleKey(title).Key; got != key {
				t.Errorf("TitleKey(%q) = %q, want %q as of %q", title, got, key, group[0])
			}
		}
	}
}

func TestTitlesOfDifferentRoles(t *testing.T) {
	t.Parallel()
	titles := []string{
		"Software Engineer", "Senior Software Engineer", "Software Engineer II", "Software Engineer III", "Software Engineer Intern",
		"Software Engineer (Part-time)", "Software Engineer (Freelance)", "Software Engineer, Payments", "Software Engineer - Mobile",
		"Software Engineer (SE II)", "Quality Engineer (QA)", "Software Engineer (C++)", "Software Engineer (C#)", "Software Engineer (C)", "Software Engineer (Go)", "Staff Software Engineer",
		"Founding Full-Stack iOS Engineer", "Founding Full-Stack Engineer", "Software Engineer (German speaking)",
		"Senior Sales Engineer - Majors (France)", "Senior Sales Engineer - Majors (East)", "Senior Sales Engineer - Majors West",
		"Senior Sales Engineer - Majors", "Account Executive - Texas", "Account Executive - USA", "Account Executive - East Africa",
		"Account Executive - West Africa", "Tax Counsel, Spain", "Tax Counsel, Italy", "Associate, English Speaker, 2026", "Associate, English Speaker, 2027",
		"Associate (2026)", "Associate (2027)", "Manager, Customer Success - Oslo", "Manager, Customer Success - Rome", "Business Development Manager, Chile", "Business Development Manager, Peru",
		"Marketing Lead, EMEA", "Marketing Lead, APAC",
		"Remote Sensing Engineer", "Sensing Engineer", "Auditor - ISO 27001", "Auditor - ISO 9001", "QA Engineer", "AI Engineer", "Engineer",
		"Security Analyst (West)", "Security Analyst", "Partner 16, Recruiter", "Partner 22, Recruiter",
	}
	seen := map[string]string{}
	for _, title := range titles {
		key := TitleKey(title).Key
		if other, ok := seen[key]; ok {
			t.Errorf("%q and %q have one key %q", other, title, key)
		}
		seen[key] = title
	}
}

func TestTitlePlace(t *testing.T) {
	t.Parallel()
	tests := []struct {
		title     string
		remote    scoring.Remote
		countries []string
		regions   []string
		cities    []string
	}{
		{"Software Engineer - Munich", "", []string{"DE"}, nil, []string{"Munich"}},
		{"Backend Engineer | UK | Remote", scoring.RemoteYes, []string{"GB"}, nil, nil},
		{"Data Engineer - Latin America", "", nil, []string{"latam"}, nil},
		{"Sales Manager (Greece)", "", []string{"GR"}, nil, nil},
		{"Designer (Hybrid)", scoring.RemoteHybrid, nil, nil, nil},
		{"QA Engineer, Mobile", "", nil, nil, nil},
	}
	for _, tt := range tests {
		p := TitleKey(tt.title).Place
		if p.Remote != tt.remote || !slices.Equal(p.Countries, tt.countries) || !slices.Equal(p.Regions, tt.regions) || !slices.Equal(p.Cities, tt.cities) {
			t.Errorf("TitleKey(%q).Place = %+v", tt.title, p)
		}
	}
}

func TestTitleKeyIsNeverEmptied(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"Remote", "Berlin", "(m/w/d)", "Hiring now!", "Full time", "12345", "Remote (Germany)", "エンジニア"} {
		if TitleKey(title).Key == "" {
			t.Errorf("TitleKey(%q) is empty", title)
		}
	}
	for _, title := range []string{"", " ", "🚀", "---"} {
		if key := TitleKey(title).Key; key != "" {
			t.Errorf("TitleKey(%q) = %q", title, key)
		}
	}
}

func FuzzTitleKey(f *testing.F) {
	for _, seed := range []string{"Sr. Engineer (m/w/d) - Remote | UK", "((((", "C++ & C#", "a:in (a) \xff", "🚀!–|"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, title string) {
		key := TitleKey(title).Key
		if strings.Contains(key, "  ") || strings.TrimSpace(key) != key || len(key) > 8*maxTitle {
			t.Errorf("TitleKey(%q) = %q", title, key)
		}
		if again := TitleKey(title).Key; again != key {
			t.Errorf("TitleKey(%q) differs: %q, %q", title, key, again)
		}
	})
}

func BenchmarkTitleKey(b *testing.B) {
	titles := []string{"Software Engineer", "Senior Sales Engineer - Majors (France)", "Staff Backend Engineer - App Platform | UK | Remote",
		"Cyber Security Consultant (m/w/d)*", "Product Designer, Payments - Berlin, Germany"}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		TitleKey(titles[i%len(titles)])
	}
}
