// Package relevancetest makes listings and people's settings of all kinds, in invented words and companies, for tests and
// benchmarks.
package relevancetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"shortlist/scoring"
)

// World makes things at random, the same for the same seed.
type World struct {
	*rand.Rand
	popular []string // queries, in all worlds the same; the first most
}

// New is a world.
func New(seed uint64) World {
	w := World{Rand: rand.New(rand.NewPCG(7, 7))}
	for range 3000 {
		w.popular = append(w.popular, w.Query())
	}
	w.Rand = rand.New(rand.NewPCG(seed, 7))
	return w
}

// Person is what a person asks for.
type Person struct{ Queries, Exclude, BlockCompanies, Levels []string }

var (
	technologies = strings.Fields("Go Golang Python Java JavaScript TypeScript React Angular Vue Node.js Rust Scala Kotlin Swift Ruby PHP Laravel C++ C# .NET SQL " +
		"PostgreSQL MongoDB Kafka Spark Airflow Kubernetes Docker Terraform AWS Azure GCP Django Rails Spring Solidity Elixir Haskell Perl COBOL SAP Salesforce Figma Excel R C")
	nouns = []string{"Developer", "Engineer", "Software Engineer", "Backend Engineer", "Frontend Developer", "Data Engineer", "Data Analyst", "Data Scientist",
		"Machine Learning Engineer", "DevOps Engineer", "Platform Engineer", "QA Engineer", "Security Engineer", "Product Manager", "Project Manager", "Engineering Manager",
		"Product Designer", "UX Researcher", "Technical Writer", "Copywriter", "Customer Support Specialist", "Customer Success Manager", "Account Executive",
		"Sales Development Representative", "Content Marketing Manager", "Recruiter", "Accountant", "Financial Analyst", "Legal Counsel", "Nurse", "Teacher",
		"Virtual Assistant", "Operations Manager", "Community Manager", "Translator", "Electrician", "Mobile Developer", "Game Designer", "Consultant", "Architect"}
	// otherNouns are in listings alone: boards advertise more than these people look for.
	otherNouns = strings.Split("Pharmacist,Physical Therapist,Dental Assistant,Paralegal,Compliance Officer,Tax Advisor,Payroll Clerk,Insurance Agent,Underwriter,"+
		"Warehouse Associate,Truck Driver,Logistics Coordinator,Buyer,Chef,Barista,Store Manager,Cashier,Cleaner,Plumber,Welder,Mechanical Engineer,Civil Engineer,"+
		"Chemist,Lab Technician,Field Technician,Network Administrator,Help Desk Technician,Event Manager,Public Relations Manager,Social Media Manager,SEO Specialist,"+
		"Video Editor,Illustrator,Photographer,Journalist,Editor,Tutor,Instructional Designer,School Counselor,Social Worker,Executive Assistant,Office Manager,"+
		"Receptionist,HR Business Partner,Chief of Staff,Fundraiser,Policy Analyst,Economist,Actuary,Auditor,Bookkeeper,Investment Associate,Real Estate Agent,"+
		"Security Guard,Gardener,Flight Attendant,Site Manager,Procurement Manager,Quality Inspector", ",")
	levels     = []string{"", "", "", "", "", "Senior", "Junior", "Lead", "Staff", "Principal", "Director of", "VP", "Intern,", "Head of", "Sr."}
	asides     = []string{"", "", "", "Remote", "Berlin", "Fintech", "Payments Team", "Germany", "Europe", "part-time", "Growth"}
	exclusions = strings.Split("senior,junior,intern,director,lead,manager,crypto,web3,blockchain,on call,unpaid,gambling,casino,defense,clearance,agency,php,wordpress,sales,"+
		"commission,part-time,contract,freelance,us only,relocation,night shift,germany,berlin", ",")
	places = []string{"Berlin", "Oslo", "Remote", "Germany", "Remote, Europe", "Lisbon", ""}
)

func (w World) one(from []string) string { return from[w.IntN(len(from))] }

// Word is one of 3,000 that no lexicon has; the first are the most frequent.
func (w World) Word() string { return word(int(3000 * w.Float64() * w.Float64() * w.Float64())) }

// rareWord is one that hardly a listing has.
func (w World) rareWord() string { return word(2500 + w.IntN(20_000)) }

func word(n int) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	var b strings.Builder
	for n += 70; n > 0; n /= 70 {
		b.WriteByte(consonants[n%14])
		b.WriteByte(vowels[n/14%5])
	}
	return b.String() + "q"
}

func (w World) title() string {
	parts := []string{w.one(levels)}
	if w.IntN(3) == 0 {
		parts = append(parts, w.one(technologies))
	}
	if w.IntN(2) == 0 {
		parts = append(parts, w.one(nouns))
	} else {
		parts = append(parts, w.one(otherNouns))
	}
	switch w.IntN(6) {
	case 0:
		parts = append(parts, "("+w.one(technologies)+")")
	case 1:
		parts = append(parts, "- "+w.one(asides))
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// text is an advert of about so many bytes.
func (w World) text(size int) string {
	var b strings.Builder
	own := []string{w.one(technologies), w.one(technologies), w.one(technologies)}
	for section := 0; b.Len() < size; section++ {
		b.WriteString([]string{"", "Requirements\n", "Nice to have\n", "About us\n"}[section%4])
		for range 3 + w.IntN(3) {
			b.WriteString("• ")
			for range 8 + w.IntN(8) {
				b.WriteString(w.Word() + " ")
			}
			switch w.IntN(5) {
			case 0:
				b.WriteString("with " + w.one(own))
			case 1:
				b.WriteString("and " + w.one(technologies) + ", " + w.one(technologies))
			}
			b.WriteString("\n")
		}
		b.WriteString("\n")
	}
	return b.String()[:size]
}

// Listing is number i, with a text of so many bytes.
func (w World) Listing(i, size int) *scoring.Listing {
	return &scoring.Listing{
		Ref: scoring.Ref{Board: "board", ID: fmt.Sprint(i)}, Title: w.title(), Company: "Company " + w.Word(),
		Text: w.text(size), Place: scoring.Place{Raw: w.one(places)}, PostedAt: time.Unix(int64(w.IntN(50)), 0),
	}
}

// Query is one that people write; few of them are rare.
func (w World) Query() string {
	tech, noun := w.one(technologies), w.one(nouns)
	var q string
	switch w.IntN(12) {
	case 0, 1, 2:
		q = tech + " developer"
	case 3:
		q = tech + " engineer"
	case 4:
		q = tech
	case 5, 6:
		q = noun
	case 7:
		q = "senior " + noun
	case 8:
		q = tech + " " + w.one(technologies) + " " + noun
	case 9:
		q = noun + " " + w.one(asides)
	case 10:
		q = noun + " remote"
	default:
		q = w.Word() + " " + w.one([]string{"", noun})
	}
	if w.IntN(2) == 0 {
		q = strings.ToLower(q)
	}
	return strings.TrimSpace(q)
}

// exclusion is mostly one that many have.
func (w World) exclusion() string {
	switch w.IntN(20) {
	case 0:
		return w.Word() + " " + w.rareWord()
	case 1:
		return w.rareWord()
	case 2:
		return w.one(technologies)
	}
	return w.one(exclusions)
}

// Person is somebody.
func (w World) Person() Person {
	var set Person
	for range 1 + w.IntN(4) {
		q := w.popular[int(float64(len(w.popular))*w.Float64()*w.Float64())]
		if w.IntN(5) == 0 {
			q = w.Query()
		}
		set.Queries = append(set.Queries, q)
	}
	for range w.IntN(5) {
		set.Exclude = append(set.Exclude, w.exclusion())
	}
	if w.IntN(3) == 0 {
		set.BlockCompanies = append(set.BlockCompanies, "Company "+w.Word())
	}
	if w.IntN(3) == 0 {
		set.Levels = []string{"mid", "senior", "entry"}[:1+w.IntN(3)]
	}
	return set
}
