package main_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers are the top folders, outermost first: a package may import its own layer and those after it. templates is a leaf
// that cmd, worker and digest may import and that imports nothing.
var layers = []string{"cmd", "worker", "digest", "guardrail", "scoring"}

// TestArrows holds the direction of imports, so that data flows forward: if a call goes up a folder, the code is in the
// wrong place.
func TestArrows(t *testing.T) {
	t.Parallel()
	for path, imports := range packages(t) {
		from := strings.Split(path, "/")[1]
		for _, imported := range imports {
			rest, ours := strings.CutPrefix(imported, "shortlist/")
			if !ours {
				continue
			}
			to := strings.Split(rest, "/")[0]
			switch {
			case path == "shortlist/scoring":
				t.Errorf("%s imports %s: it imports nothing of ours", path, imported)
			case from == "templates":
				t.Errorf("%s imports %s: it is a leaf", path, imported)
			case to == "templates":
				if from == "guardrail" || from == "scoring" {
					t.Errorf("%s imports %s", path, imported)
				}
			case slices.Index(layers, to) < slices.Index(layers, from):
				t.Errorf("%s imports %s: up the folders", path, imported)
			}
		}
	}
}

// TestTestHelpersStayInTests: what only tests need must not come into the program.
func TestTestHelpersStayInTests(t *testing.T) {
	t.Parallel()
	for path, imports := range packages(t) {
		for _, imported := range imports {
			if strings.HasPrefix(imported, "shortlist/") && strings.HasSuffix(imported, "test") && !strings.HasSuffix(path, "test") {
				t.Errorf("%s imports %s", path, imported)
			}
		}
	}
}

// TestTopLevel: the repository's top holds what its readers are told, and nothing else beside files that begin with a dot.
func TestTopLevel(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	allowed := append([]string{"templates", "deploy", "go.mod", "go.sum", "README.md", "LICENSE"}, layers...)
	out, err := exec.Command("git", "-C", "../..", "ls-files").Output()
	if err != nil {
		t.Skip("not a git checkout:", err)
	}
	tracked := string(out)
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, ".") && !slices.Contains(allowed, name) && strings.Contains("\n"+tracked, "\n"+name) {
			t.Errorf("%s does not belong at the top", name)
		}
	}
}

// packages lists the module's packages with what they import, tests apart.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "shortlist/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p.Imports
	}
}
