package hostile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// recorded is a listing in the union of the boards' shapes.
type recorded struct {
	Title, Position, JobTitle, Company, CompanyName string
	Location, JobGeo, Excerpt, JobExcerpt           string
	Employer                                        string `json:"company_name"`
	Where                                           string `json:"candidate_required_location"`
	Description, JobDescription                     string
	Tags                                            []string
}

func (r recorded) lines() []string {
	return append([]string{r.Title, r.Position, r.JobTitle, r.Company, r.CompanyName, r.Employer, r.Location, r.JobGeo,
		r.Where, r.Excerpt, r.JobExcerpt}, r.Tags...)
}

// recordings reads what the boards answered on some day. It is not part of the repository.
func recordings(t *testing.T, board string) []recorded {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "data", "boards", board, "*.json"))
	if len(files) == 0 {
		t.Skip("no recordings of " + board + " beside the repository")
	}
	var all []recorded
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var items []json.RawMessage
		if err := json.Unmarshal(data, &items); err != nil {
			var envelope struct{ Jobs, Data []json.RawMessage }
			if err := json.Unmarshal(data, &envelope); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			items = append(envelope.Jobs, envelope.Data...)
		}
		for _, item := range items {
			var r recorded
			if err := json.Unmarshal(item, &r); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			all = append(all, r)
		}
	}
	return all
}

// dirt matches what no cleaned field may hold.
var dirt = map[string]*regexp.Regexp{
	"a control character": regexp.MustCompile(`[\x00-\x09\x0b-\x1f\x7f-\x{9f}]`),
	"mojibake":            regexp.MustCompile(`Ã[\x{80}-\x{bf}]|â€|Â[\x{a0}-\x{bf}]|ï¼|ðŸ`),
	"an entity":           regexp.MustCompile(`&(?:amp|lt|gt|quot|apos|nbsp|ndash|mdash|[lr][sd]quo|#\d+|#x[0-9a-fA-F]+);`),
	"a tag":               regexp.MustCompile(`(?i)</?(?:p|div|span|br|ul|ol|li|strong|b|i|em|u|a|h[1-6]|img|table|td|tr|font|style|script)(?:\s[^<>]*)?/?>`),
	"an invisible":        regexp.MustCompile("[\u00a0\u00ad\u200b\u202f\u2028\ufeff\ufffd]"),
	"the request":         regexp.MustCompile(`mention the word \*\*|tag R[A-Za-z0-9+/]{4,}|\(#R|beta feature to avoid`),
	"a promise":           regexp.MustCompile(`Originally posted on Himalayas|Jobs in .{1,40} on Arbeitnow|similar jobs on LinkedIn`),
	"a pixel":             regexp.MustCompile(`job/track/|blank\.gif|imgix\.net/logos`),
}

func TestRecordings(t *testing.T) {
	t.Parallel()
	for _, board := range []string{"remoteok", "himalayas", "remotive", "jobicy", "arbeitnow"} {
		t.Run(board, func(t *testing.T) {
			t.Parallel()
			texts := 0
			for _, r := range recordings(t, board) {
				for _, field := range r.lines() {
					got := Line(field)
					inspect(t, field, got)
					if again := Line(got); again != got {
						t.Errorf("cleaned again, %q is %q", got, again)
					}
				}
				raw := r.Description + r.JobDescription
				got := Text(raw)
				inspect(t, raw, got.Text)
				if got.Text != "" {
					texts++
				}
				if len(got.Flags) > 0 || got.Cut {
					t.Errorf("%s: flags %v, cut %v", r.Title, got.Flags, got.Cut)
				}
				if again := Text(got.Text).Text; again != got.Text && !strings.Contains(got.Text, "&") {
					t.Errorf("cleaned again, %q differs", head40(got.Text))
				}
			}
			t.Logf("%d texts", texts)
		})
	}
}

func inspect(t *testing.T, raw, got string) {
	t.Helper()
	if !utf8.ValidString(got) {
		t.Errorf("not UTF-8: %q", got)
	}
	for what, pattern := range dirt {
		if at := pattern.FindStringIndex(got); at != nil {
			t.Errorf("%s in %q, from %q", what, got[max(0, at[0]-30):min(len(got), at[1]+30)], head40(raw))
		}
	}
	if strings.Contains(got, "\n\n\n") {
		t.Errorf("two blank lines in %q", head40(got))
	}
}

func head40(s string) string { return s[:min(len(s), 40)] }
