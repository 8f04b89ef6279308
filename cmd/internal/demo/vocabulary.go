package demo

// What the boards call the same thing. The wordings are those of the boards' own closed sets.

// fieldNames is a professional field in each board's words.
type fieldNames struct {
	parent   string // Himalayas' parentCategories; empty: none
	remotive string // Remotive's category
	jobicy   string // Jobicy's jobIndustry, not yet escaped
}

var fields = map[string]fieldNames{
	"engineering": {"Developer", "Software Development", "Software Engineering"},
	"devops":      {"Developer", "Devops", "DevOps & SysAdmin"},
	"data":        {"Data Science", "Data and Analytics", "Data Science"},
	"ai":          {"Data Science", "Artificial Intelligence", "Data Science"},
	"qa":          {"Developer", "QA", "Software Engineering"},
	"security":    {"", "Information Technology", "Programming"},
	"design":      {"Design", "Design", "Web & App Design"},
	"product":     {"Product", "Product Management", "Product & Operations"},
	"marketing":   {"Marketing", "Marketing", "Marketing & Sales"},
	"sales":       {"Sales", "Sales", "Marketing & Sales"},
	"support":     {"Customer Service", "Customer Service", "Customer Success"},
	"finance":     {"Finance", "Finance", "Finance & Accounting"},
	"people":      {"Human Resources", "Human Resources", "HR & Recruiting"},
	"writing":     {"", "Writing", "Copywriting & Content"},
	"medical":     {"", "Medical", "Healthcare"},
	"other":       {"", "All others", "Admin & Virtual Assistant"},
}

// levelNames is a seniority in the words of the boards that have one.
type levelNames struct{ himalayas, jobicy string }

var levels = map[string]levelNames{
	"":         {"Mid-level", "Any"},
	"entry":    {"Entry-level", "Junior"},
	"mid":      {"Mid-level", "Midweight"},
	"senior":   {"Senior", "Senior"},
	"manager":  {"Manager", "Senior"},
	"director": {"Director", "Director"},
}

// kindNames is a form of employment. Jobicy wrote it in lower case in 2024.
type kindNames struct{ himalayas, remotive, jobicy string }

var kinds = map[string]kindNames{
	"":          {"Full Time", "full_time", "Full-Time"},
	"part time": {"Part Time", "part_time", "Part-Time"},
	"contract":  {"Contractor", "contract", "Contract"},
	"freelance": {"Contractor", "freelance", "Freelance"},
	"intern":    {"Intern", "", "Internship"},
}

var himalayasPeriods = map[string]string{
	"year": "annual", "month": "monthly", "week": "weekly", "fortnight": "fortnightly", "hour": "hourly",
}

var jobicyPeriods = map[string]string{
	"year": "yearly", "month": "monthly", "week": "weekly", "hour": "hourly",
}

// proofWords are the words that RemoteOK asks applicants to mention.
var proofWords = [...]string{
	"MARVELOUS", "TIDY", "GLEEFUL", "STEADFAST", "LUMINOUS", "WORTHY", "NIMBLE", "CANDID", "SUNNY", "GRACEFUL", "ZEST",
	"BRIGHT", "HARMLESS", "KEEN", "PLUCKY",
}
