package profile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shortlist/worker/profile"
)

// write makes files in a new folder and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func person(name, more string) string {
	return "name: " + name + "\nemail: " + name + "@example.org\ntimezone: UTC\nschedule: '@daily'\nqueries: go\n" + more
}

func TestLoad(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"people/bob.yaml": person("bob", "rubric_file: bob.txt\n"), "people/ada.yaml": person("ada", ""),
		"people/bob.txt": "No night shifts.\n", "people/note.md": "not a profile",
	})
	got, problems := profile.Load(dir, []string{"people/*.yaml", "people/ada.yaml"})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if len(got) != 2 || got[0].Name != "ada" || got[1].Name != "bob" || got[1].Rubric != "No night shifts.\n" || got[1].RubricFile != "" {
		t.Errorf("got %+v", got)
	}
	if got, problems := profile.Load("elsewhere", []string{filepath.Join(dir, "people", "ada.yaml")}); len(got) != 1 || len(problems) > 0 {
		t.Errorf("absolute: %v, %v", got, problems)
	}
	if got, problems := profile.Load(dir, []string{"nobody/*.yaml"}); len(got) != 0 || len(problems) > 0 {
		t.Errorf("a pattern without a match: %v, %v", got, problems)
	}
}

func TestLoadProblems(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"a.yaml": person("ada", ""), "b.yaml": "\n" + person("ada", ""), "c.yaml": person("cay", "rubric_file: none.txt\n"),
		"d.yaml": person("dan", "rubric_file: long.txt\n"), "e.yaml": person("eve", "rubric_file: bytes.txt\n"), "f.yaml": person("fay", ""),
		"long.txt": strings.Repeat("x", 20<<10+1), "bytes.txt": "caf\xe9",
	})
	got, problems := profile.Load(dir, []string{"*.yaml", "none.yaml", "[", "."})
	want := []string{
		": cannot be read: is a directory; correct the path or the file",
		"/[: is not a valid pattern; write it as profiles/*.yaml",
		`/b.yaml:2: name: "ada" is the name in DIR/a.yaml:1 too; give each profile its own`,
		"/c.yaml:6: rubric_file: DIR/none.txt: no such file; correct the path or the file",
		"/d.yaml:6: rubric_file: DIR/long.txt: is longer than the 20480 bytes that are read; correct the path or the file",
		"/e.yaml:6: rubric_file: DIR/bytes.txt: the file is not text in UTF-8; save it as UTF-8",
		"/none.yaml: no such file; correct the path or the file",
	}
	for i, p := range problems {
		line := strings.TrimPrefix(strings.ReplaceAll(p.Error(), dir, "DIR"), "DIR")
		if i >= len(want) || line != want[i] {
			t.Errorf("problem %d: %s", i, line)
		}
	}
	if len(problems) != len(want) {
		t.Errorf("%d problems, want %d", len(problems), len(want))
	}
	if len(got) != 2 || got[0].Name != "ada" || got[1].Name != "fay" {
		t.Errorf("the good ones: %+v", got)
	}
}
