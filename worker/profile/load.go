package profile

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"shortlist/scoring"
	"shortlist/worker/strict"
)

// maxFiles bounds what a careless pattern can match.
const maxFiles = 10_000

// Load reads the profiles of all files that the patterns (of filepath.Match) name, relative ones from dir, in order of
// the files' names and each file once. A pattern without * ? [ names one file, which must exist. A rubric_file is read
// from beside its profile into Rubric. Two profiles of one name are a problem. The profiles that are without problems
// are returned even where others have some.
func Load(dir string, patterns []string) ([]scoring.Profile, strict.Problems) {
	files, problems := match(dir, patterns)
	var profiles []scoring.Profile
	first := map[string]string{} // name → where it stands
	for _, file := range files {
		p, pos, more := loadFile(file)
		if where, twice := first[p.Name]; twice && p.Name != "" {
			more = append(more, pos.Problem("name", fmt.Sprintf("%q is the name in %s too", p.Name, where), "give each profile its own"))
		} else {
			first[p.Name] = fmt.Sprintf("%s:%d", file, pos.Line("name"))
		}
		problems = append(problems, more...)
		if len(more) == 0 {
			profiles = append(profiles, p)
		}
	}
	problems.Sort()
	return profiles, problems
}

func match(dir string, patterns []string) ([]string, strict.Problems) {
	var files []string
	var problems strict.Problems
	for _, pattern := range patterns {
		full := pattern
		if !filepath.IsAbs(pattern) {
			full = filepath.Join(dir, pattern)
		}
		if !strings.ContainsAny(pattern, "*?[") {
			files = append(files, filepath.Clean(full))
			continue
		}
		found, err := filepath.Glob(full)
		if err != nil {
			problems = append(problems, strict.Problem{File: full, Message: "is not a valid pattern", Remedy: "write it as profiles/*.yaml"})
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	files = slices.Compact(files)
	if len(files) > maxFiles {
		problems = append(problems, strict.Problem{Message: fmt.Sprintf("the patterns of profiles match %d files", len(files)),
			Remedy: "name the folder of the profiles"})
		return nil, problems
	}
	return files, problems
}

func loadFile(file string) (scoring.Profile, strict.Positions, strict.Problems) {
	data, err := strict.ReadFile(file, strict.MaxBytes)
	if err != nil {
		return scoring.Profile{}, strict.Positions{}, strict.Problems{{File: file, Message: err.Error(), Remedy: "correct the path or the file"}}
	}
	p, pos, problems := parse(file, data)
	if p.RubricFile == "" || p.Rubric != "" {
		return p, pos, problems
	}
	path := p.RubricFile
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(file), path)
	}
	text, err := strict.ReadFile(path, maxRubricBytes)
	switch {
	case err != nil:
		problems = append(problems, pos.Problem("rubric_file", path+": "+err.Error(), "correct the path or the file"))
	case !utf8.Valid(text) || slices.Contains(text, 0):
		problems = append(problems, pos.Problem("rubric_file", path+": the file is not text in UTF-8", "save it as UTF-8"))
	default:
		p.Rubric, p.RubricFile = string(text), ""
	}
	return p, pos, problems
}
