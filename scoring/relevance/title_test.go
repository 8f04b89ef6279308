package relevance

import (
	"testing"

	"shortlist/scoring"
)

// admits reports whether a query alone admits a title alone.
func admits(t *testing.T, query, title string) bool {
	t.Helper()
	s, err := Compile([]string{query}, nil, nil)
	if err != nil {
		t.Fatalf("Compile(%q): %v", query, err)
	}
	return s.Match(&scoring.Listing{Title: title}).Admitted
}

func TestTitles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		query     string
		hit, miss []string
	}{
		{"rust", []string{"Rust Engineer", "Backend (Rust)", "RUST", "Engineer, Rust/WASM"},
			[]string{"Sr. Zero Trust Engineer III", "Anna Rustad's Assistant", "Trustee", "Rusty Tools Clerk"}},
		{"java developer", []string{"Java Developer", "Java 17 Engineer", "Senior java17 engineer", "Engineer (Java/Kotlin)"},
			[]string{"JavaScript Developer", "Java Script Developer", "Javanese Translator", "Developer"}},
		{"javascript", []string{"JavaScript Engineer", "Java Script Developer", "JS Developer", "Java-Script Dev"},
			[]string{"Java Developer", "Javanese Translator"}},
		{"typescript", []string{"TS Developer", "TypeScript Engineer"}, []string{"Script Writer"}},
		{"ai", []string{"AI Engineer", "Artificial Intelligence Lead", "AI/ML Engineer", "Head of A.I.", "AI-Engineer"},
			[]string{"Paid Media Manager", "Retail Clerk", "Maintenance", "Intelligence Officer"}},
		{"ios", []string{"iOS Engineer", "Senior IOS Developer", "Mobile (iOS/Android)"}, []string{"Curiosity Curator", "BIOS Engineer"}},
		{"intern", []string{"Software Intern", "Interns wanted", "Internship: Design", "Summer Intern (Lead Generation)"},
			[]string{"International Sales", "Internal Auditor", "Internet Technician"}},
		{"lead", []string{"Tech Lead", "Lead Designer"}, []string{"Leadership Coach", "Lead Generation Clerk", "Misleading Ads Reviewer"}},
		{"coo", []string{"COO", "Chief Operating Officer", "Interim COO"}, []string{"Assistant to the COO", "Cook", "Coordinator", "Cooling Engineer"}},
		{"defi", []string{"DeFi Engineer", "Decentralized Finance Analyst"},
			[]string{"Software Defined Networking", "Auxiliar, Pessoa com Deficiência", "Definition Writer"}},
		{"solana", []string{"Solana Engineer"}, []string{"Botanist, Solanaceae"}},
		{"fuel", []string{"Fuel Analyst"}, []string{"Fueler", "Refuelling Hand"}},
		{"smart contract", []string{"Smart Contract Engineer", "Smart Contracts Auditor", "Smart-Contract Dev"},
			[]string{"Contract Manager", "Smart Home Technician", "Smart People, Contract"}},
		{"smart contracts developer", []string{"Smart Contract Engineer"}, []string{"Contracts Developer"}},
		{"solutions engineer", []string{"Solutions Engineer", "Solutions Engineering Lead", "Solution Engineer", "Solutions-Engineer"},
			[]string{"Solutions Consultant", "Engineer"}},
		{"go", []string{"Go Developer", "Senior Go Engineer", "Backend Engineer (Go)", "Python/Go", "Engineer, Go", "Go & Rust Engineer",
			"Software Engineer - Go", "Software Engineer (Python or Go)", "Golang Dev", "go developer", "Go-Entwickler (m/w/d)",
			"Engineer (python/go)", "Engineer (go)", "Backend Engineer | Go | Remote", "Go Backend Engineer", "Developer with Go", "Go"},
			[]string{"Go-to-Market Manager", "Ready to go", "Ready to Go", "Let's Go Team", "Go to Market Lead", "Head of GTM",
				"Pokémon Go Community Manager", "Grab and Go Associate", "Google Engineer", "On the Go Driver", "Go Live Consultant",
				"Grab & Go Engineer", "Stop-Go Engineer", "Marketing, Go.example", "Going Places", "to-go packer", "Marketing, go.example", "Django Developer"}},
		{"golang backend", []string{"Go Developer", "Backend Engineer (Go)", "Golang Back-End Dev"}, []string{"Backend Engineer", "Backend Engineer (Java)", "Go-to-Market Manager", "End User Support"}},
		{"go to market", []string{"Go-to-Market Manager", "GTM Lead"}, []string{"Go Developer", "Market Analyst"}},
		{"r", []string{"R Developer", "Data Scientist (R/Python)", "Statistician - R", "R Programmer"},
			[]string{"R&D Engineer", "R & D Engineer", "HR Manager", "A/R Specialist", "Toys R Us Clerk", "R/GA Producer"}},
		{"c", []string{"C Developer", "C/C++ Engineer", "Embedded Engineer (C)", "Firmware Engineer, C and C++"},
			[]string{"C++ Developer", "C# Developer", "C-Level Assistant", "Series C Analyst", "Objective-C Developer", "A/C Technician", "C Sharp Developer"}},
		{"c++", []string{"C++ Developer", "needs C++ experience", "C/C++ Engineer", "C++17 Engineer", "CPP Dev", "Engineer (C++)"},
			[]string{"C Developer", "C# Developer", "C Plus Agent"}},
		{"C#", []string{"C# Developer", "CSharp Engineer", "Developer C#/.NET", "strong C# background"}, []string{"C Developer", "C++ Developer", "Sharp Tools Clerk"}},
		{".NET", []string{".NET Developer", "ASP.NET Engineer", ".NET Core Dev", "Dotnet Engineer", "C#/.NET", "built on .NET", "Dot Net Dev"},
			[]string{"Network Engineer", "Net Promoter Analyst", "Internet Sales", "Net"}},
		{"node.js", []string{"Node.js Developer", "NodeJS Engineer", "Node Engineer", "Node JS Developer"}, []string{"JS Developer", "Inode Expert"}},
		{"react", []string{"React Developer", "ReactJS Developer", "React.js Engineer", "React Native Developer", "React 18 Dev"},
			[]string{"Reactor Operator", "Reactive Systems", "Proactive Seller"}},
		{"react native", []string{"React Native Developer", "React-Native Dev", "ReactNative Dev"}, []string{"React Developer", "Native Speaker"}},
		{"vue", []string{"Vue Developer", "vuejs engineer", "Vue.js", "vue3 dev"}, []string{"Vuelta Guide"}},
		{"ember", []string{"EmberJS Developer", "Ember.js Developer", "Ember"}, []string{"Remember", "September"}},
		{"coach", []string{"Coaches wanted", "Coach's Aide", "Head Coach’s Aide"}, []string{"Coachella Host"}},
		{"translators", []string{"Translator", "Translators"}, []string{"Transaction Clerk"}},
		{"agency", []string{"Agencies Lead"}, []string{"Agent"}},
		{"women's health", []string{"Women Health Coach", "Women’s Coach"}, []string{"S Class Driver"}},
		{"bakery& café", []string{"Bakery Hand", "Cafe Hand"}, nil},
		{"next.js", []string{"Next.js Developer", "NextJS"}, []string{"Next Level Seller"}},
		{"python", []string{"python3 developer", "Python 3.12 Engineer", "Python's best", "Pythonエンジニア", "PYTHON", "(python)"},
			[]string{"Pythonista", "Monty", "pyton developer"}},
		{"python3", []string{"Python Developer"}, []string{"Developer 3"}},
		{"scala", []string{"Scala Engineer"}, []string{"Scalability Engineer", "Escalation Manager"}},
		{"swift", []string{"Swift Developer", "Swift 6 Dev"}, []string{"Swiftly Inc"}},
		{"sql", []string{"SQL Developer", "Analyst (SQL)"}, []string{"NoSQL Developer", "MySQL DBA"}},
		{"sap", []string{"SAP Consultant"}, []string{"Sapper", "WhatsApp Agent"}},
		{"qa", []string{"QA Engineer", "Quality Assurance Lead", "Q.A. Tester"}, []string{"Qatar Sales", "Quality Inspector"}},
		{"ux", []string{"UX Designer", "UI/UX Designer", "User Experience Lead"}, []string{"Luxury Sales", "Linux Admin"}},
		{"ui", []string{"UI Developer", "UX/UI"}, []string{"Build Engineer", "Guide"}},
		{"devops", []string{"DevOps Engineer", "Dev Ops Lead", "Dev-Ops"}, []string{"Developer", "Ops Lead"}},
		{"sre", []string{"SRE", "Site Reliability Engineer", "Site-Reliability Engineering"}, []string{"Site Manager", "Reliability"}},
		{"php", []string{"PHP Developer", "PHP8 Dev"}, []string{"Phpbb"}},
		{"ruby", []string{"Ruby on Rails Developer", "Ruby Dev"}, []string{"Rubyn"}},
		{"rails", []string{"Ruby on Rails Developer", "RoR Dev"}, []string{"Guardrails PM", "Ruby Dev"}},
		{"ml", []string{"ML Engineer", "Machine Learning Engineer", "AI/ML"}, []string{"HTML Developer", "Machine Operator", "Learning Designer"}},
		{"machine learning", []string{"ML Engineer", "Machine-Learning Researcher"}, []string{"Machine Operator", "Learning Designer"}},
		{"learning designer", []string{"Learning Designer", "Instructional Designer"}, []string{"Machine Learning Engineer"}},
		{"full-stack", []string{"Fullstack Dev", "Full Stack Dev", "Full-Stack Dev"}, []string{"Full-time Clerk", "Stack Operator"}},
		{"front end", []string{"Frontend Dev", "Front-End Dev"}, []string{"Front Desk", "Back End"}},
		{"k8s", []string{"Kubernetes Admin", "K8s Admin"}, []string{"K9 Trainer"}},
		{"postgres", []string{"PostgreSQL DBA", "Postgres Engineer"}, []string{"Postgraduate"}},
		{"ci/cd", []string{"CI/CD Engineer", "CICD", "CI / CD"}, []string{"CD Buyer"}},
		{"web", []string{"Web Developer", "Frontend Engineer"}, []string{"Web3 Engineer", "Webinar Host"}},
		{"pre-sales", []string{"Pre-Sales Engineer", "Presales Engineer", "Pre Sales"}, []string{"Sales Representative", "Pre-Press"}},
		{"product manager", []string{"Product Manager", "Group Product Manager", "Product Management Lead", "Product Managers"},
			[]string{"Product Marketing Manager", "Product Designer", "Project Manager", "Production Manager", "Product / Manager of Shops"}},
		{"data engineer", []string{"Data Engineer", "Engineer, Data", "ETL Developer", "Software Engineer, Data Pipelines"},
			[]string{"Data Analyst", "Data Scientist", "Data Entry Clerk", "Data Center Technician", "Data Security Engineer", "Engineer", "Database Admin", "Sales Engineer"}},
		{"développeur php", []string{"Developpeur PHP"}, []string{"Développeur"}},
		{"developpeur", []string{"Développeur", "Développeur Web"}, []string{"Enveloppeur"}},
		{"Übersetzer", []string{"ubersetzer", "U\u0308bersetzer", "ÜBERSETZER"}, nil},
		{"remote job", []string{"Remote Cook"}, []string{"Job Coach", "Remotely Sensed Data"[9:]}},
		{"senior developer", []string{"Developer", "Senior Developer"}, []string{"Senior Nurse"}},
		{"software engineer", []string{"Software Engineer", "Engineer"}, []string{"Nurse"}},
		{"pyton developer", nil, []string{"Python Developer", "Developer"}},
		{"IT support", []string{"IT Support Technician", "Help Desk Analyst", "Service Desk Agent"}, []string{"Make it so", "IT Clerk", "Sales Support Clerk"}},
		{"R&D", []string{"R&D Engineer", "R & D Lead", "Lead, R and D"}, []string{"D Nurse", "R Developer"}},
		{"M&A analyst", []string{"M&A Lead", "M & A Lead"}, []string{"M Nurse", "A Nurse", "Analyst"}},
		{"python-developer", []string{"Python Engineer"}, []string{"Developer"}},
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
