package relevance

import (
	"strings"
	"testing"

	"shortlist/scoring"
)

func TestFamilies(t *testing.T) {
	t.Parallel()
	lx := theLexicon()
	for title, want := range map[string]string{
		"Data Analyst": "analysis", "Data Engineer": "data", "Data Scientist": "science", "Data Entry Clerk": "admin",
		"WordPress Support Specialist": "support", "WordPress Developer": "software", "Product Marketing Manager": "marketing",
		"Product Manager": "product", "Manager, Product": "product", "Product Designer": "design", "Engineering Manager": "engmgmt",
		"Manager, Software Engineering": "engmgmt", "Director of Engineering": "engmgmt", "Head of Data": "engmgmt", "Tech Lead": "software", "Lead": "",
		"Software Engineering Intern, Lead Generation Platform": "software", "Marketing Intern - Senior Living Community": "marketing",
		"Sales Engineer": "presales", "Solutions Architect": "presales", "Customer Success Engineer": "success", "Support Engineer": "support",
		"QA Engineer": "qa", "Security Engineer": "security", "Security Guard": "protective", "Security Software Engineer": "security",
		"Electrical Engineer": "hardware", "Engineer, Data": "data", "Engineer - Rust": "software", "Game Designer": "games",
		"Instructional Designer": "teaching", "UX Researcher": "design", "Financial Analyst": "finance", "Business Analyst": "analysis",
		"Registered Nurse": "health", "Technical Writer": "writing", "Video Editor": "media", "Copy Editor": "writing", "Recruiter, Engineering": "hr",
		"Executive Assistant to the Director of Engineering": "admin", "Writer for a Software Company": "writing", "Business Developer": "sales",
		"Desenvolvedor Backend Python": "software", "Analista de Dados": "analysis", "Ingeniero de Software": "software", "Chef de Produit": "product",
		"Projektleiterin Bau": "project", "DevOps Engineer": "infra", "Machine Learning Engineer": "ml", "Chief Operating Officer": "leadership",
		"Account Executive": "sales", "Translator": "translation", "Warehouse Associate": "logistics", "Electrician": "trades", "": "",
	} {
		r := lx.read(title, writtenInLine)
		if got := lx.families[r.family].name; got != want {
			t.Errorf("%q is of the family %q, want %q", title, got, want)
		}
	}
}

// TestRoles: which titles answer a query for a kind of work, and which only share its words.
func TestRoles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		query     string
		hit, miss []string
	}{
		{"wordpress developer", []string{"WordPress Developer", "WordPress Engineer"}, []string{"WordPress Support Agent", "WordPress Content Writer"}},
		{"engineering manager", []string{"Engineering Manager", "Manager, Software Engineering"}, []string{"Software Engineer", "Product Manager", "Engineering Intern"}},
		{"software engineer", []string{"Software Engineer", "Backend Developer"}, []string{"Engineering Manager", "Sales Engineer", "Electrical Engineer"}},
		{"data analyst", []string{"Data Analyst", "BI Analyst"}, []string{"Data Engineer", "Data Entry Clerk"}},
		{"customer support", []string{"Customer Service Agent", "Technical Support Specialist", "Help Desk Agent"},
			[]string{"Software Engineer, Customer Support Tools", "Production Engineer"}},
		{"technical writer", []string{"Technical Writer", "Documentation Engineer"}, []string{"Copywriter", "Technical Recruiter"}},
		{"content writer", []string{"Content Writer", "Copywriter", "Technical Writer"}, []string{"Content Moderator", "Content Engineer"}},
		{"accountant", []string{"Senior Accountant", "Staff Accountant"}, []string{"Account Manager", "Account Executive"}},
		{"sales development representative", []string{"SDR", "Business Development Representative"}, []string{"Account Executive", "Sales Manager", "Developer"}},
		{"head of marketing", []string{"Head of Marketing", "Marketing Director"}, []string{"Marketing Manager", "Marketing Intern"}},
		{"marketing intern", []string{"Marketing Intern", "Internship: Marketing"}, []string{"Marketing Manager"}},
		{"junior developer", []string{"Junior Developer", "Developer", "Developer I"}, []string{"Senior Developer", "Principal Developer"}},
		{"senior developer", []string{"Senior Developer", "Developer", "Staff Developer"}, []string{"Junior Developer", "Developer Intern"}},
		{"machine learning engineer", []string{"ML Engineer", "Computer Vision Engineer"}, []string{"Learning Designer", "Machine Operator"}},
		{"security engineer", []string{"Security Engineer", "AppSec Engineer"}, []string{"Security Guard", "Security Officer"}},
		{"project manager", []string{"Project Manager", "Program Manager"}, []string{"Product Manager", "Project Engineer"}},
		{"COBOL mainframe developer", []string{"COBOL Developer"}, []string{"Developer", "Java Developer"}},
		{"devops kubernetes engineer", []string{"DevOps Engineer", "Kubernetes Engineer"}, []string{"Frontend Engineer"}},
		{"head of sales", []string{"Head of Sales", "VP Sales"}, []string{"Sales Agent"}},
	} {
		for _, title := range c.hit {
			if !admits(t, c.query, title) {
				t.Errorf("%q does not admit %q", c.query, title)
			}
		}
		for _, title := range c.miss {
			if admits(t, c.query, title) {
				t.Errorf("%q admits %q", c.query, title)
			}
		}
	}
}

// TestTexts: what the text of a title of the right family must show.
func TestTexts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, query, title, text string
		want                     bool
	}{
		{"requirements", "react developer", "Frontend Engineer", "Requirements\n• React and TypeScript\n• CSS", true},
		{"duties", "golang backend", "Backend Engineer", "What you'll do\nBuild services in Go.\nGrow the Go code.", true},
		{"optional section", "react developer", "Frontend Engineer", "Nice to have\n• React\n• React Native", false},
		{"often optional", "react developer", "Frontend Engineer", "Nice to have\n" + strings.Repeat("• React\n", 40), false},
		{"optional sentence", "react developer", "Frontend Engineer", "You know Vue. React is a plus. " + filler, false},
		{"company", "golang developer", "Software Engineer", "About us\nWe once wrote Go. " + filler, false},
		{"other openings", "golang developer", "Software Engineer", "Other openings\nGo Developer\nGolang Lead\nGo Engineer\n" + filler, false},
		{"long list", "golang developer", "Software Engineer", "Requirements\nJava, Python, Ruby, PHP, Scala, Kotlin, Perl, Swift, Go\n" + filler, false},
		{"short list", "golang developer", "Software Engineer", "Requirements\nJava, Python or Go\n" + filler, true},
		{"the verb", "golang developer", "Software Engineer", "Go home at five. You go far. Let's go to market. We go on.", false},
		{"wrong family", "golang developer", "Recruiter", "You hire for Go. Go, Go and Golang.", false},
		{"manager", "golang developer", "Engineering Manager", "Your team writes Go. All is Go. You read Go.", false},
		{"another language in the title", "golang developer", "Java Developer", "Some Go here. Some Go there. " + filler, false},
		{"unknown tool", "zorgle developer", "Software Engineer", "We build on Zorgle. Zorgle is all we use.", true},
		{"broad field", "data engineer", "Software Engineer", "data data. Data. More data. Data!", false},
		{"a person in the text", "nurse", "Hospital Clerk", "You help a nurse. The nurse helps. Every nurse.", false},
	} {
		r := compile(t, []string{c.query}, nil, nil).Match(&scoring.Listing{Title: c.title, Text: c.text})
		if r.Admitted != c.want {
			t.Errorf("%s: admitted %t (%s)", c.name, r.Admitted, r.Why)
		}
	}
}

// filler makes a text long enough to be a whole one.
const filler = "The bakery opens at dawn and closes when the last loaf is sold. We keep the ovens warm, the floors clean and the " +
	"ledgers straight. On market days the whole street smells of rye, and people queue along the canal. We have been here since " +
	"the old bridge was built, and mean to stay. The work is steady, the team is kind, and there is always something left over to " +
	"take home. In winter we bake more, in summer we bake earlier, and on holidays we rest. Ask anyone in town about the plum cake " +
	"and they will send you to us. We care about flour, about time and about each other, and we write everything down in the book."
