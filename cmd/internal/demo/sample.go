package demo

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path"
	"sort"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

//go:embed data/*.yaml
var dataFiles embed.FS

const (
	remoteOK  = "remoteok"
	himalayas = "himalayas"
	remotive  = "remotive"
	jobicy    = "jobicy"
)

// company is one invented employer, an entry of data/companies.yaml.
type company struct {
	Slug     string `yaml:"slug"`
	Name     string `yaml:"name"`
	About    string `yaml:"about"`    // stands for {about} in its roles' bodies
	Benefits string `yaml:"benefits"` // stands for {benefits}
	Closing  string `yaml:"closing"`  // ends its every advert
}

// role is one invented job, an entry of data/roles-*.yaml.
type role struct {
	ID      string   `yaml:"id"`
	Company string   `yaml:"company"` // a company's slug
	Title   string   `yaml:"title"`
	Field   string   `yaml:"field"` // a key of fields
	Level   string   `yaml:"level"` // a key of levels; empty: mid
	Kind    string   `yaml:"kind"`  // a key of kinds; empty: full time
	Tags    []string `yaml:"tags"`
	Pay     *salary  `yaml:"pay"`
	Body    string   `yaml:"body"`   // blocks, see parseBlocks
	Hidden  []string `yaml:"hidden"` // text that a browser does not show
	Posts   []post   `yaml:"posts"`
}

// salary is what a board's structured salary fields say. Zero Max: only a lower bound.
type salary struct {
	Min      int    `yaml:"min"`
	Max      int    `yaml:"max"`
	Currency string `yaml:"currency"`
	Per      string `yaml:"per"` // year, month, week, fortnight, hour
}

// post is a role's appearance on a board. Empty fields are the role's.
type post struct {
	Board   string   `yaml:"board"`
	Age     string   `yaml:"age"` // 90m, 5h, 3d
	Place   string   `yaml:"place"`
	Places  []string `yaml:"places"` // Himalayas' countries
	Zones   []any    `yaml:"zones"`  // Himalayas' time zones, numbers
	Title   string   `yaml:"title"`
	Company string   `yaml:"company"` // as this board writes it
	Salary  string   `yaml:"salary"`  // Remotive's free text
	NoPay   bool     `yaml:"no_pay"`
	Style   string   `yaml:"style"` // a key of styles
	Tags    []string `yaml:"tags"`

	Intact  bool `yaml:"intact"`  // RemoteOK: sent as UTF-8, unlike most
	Escaped bool `yaml:"escaped"` // RemoteOK: the body's HTML is itself escaped
	Bare    bool `yaml:"bare"`    // RemoteOK: an ampersand in the title is not escaped
	Junk    bool `yaml:"junk"`    // RemoteOK: no slug, and the list page as URL
	Old     bool `yaml:"old"`     // Jobicy: the row's shape of 2024
}

// listing is one row of one board, with everything that its wire form needs.
type listing struct {
	post
	role    *role
	company *company
	num     int // the board's number, stable over runs and additions
	title   string
	posted  time.Time // UTC, whole seconds
	path    string    // of its page, from the server's root; the list page for junk
	slug    string
	blocks  []block
}

// feed is a board's listings, newest first.
type feed []*listing

// loadFeeds reads the embedded samples and dates them from now. An error is a mistake in the data files.
func loadFeeds(now time.Time) (map[string]feed, error) {
	companies, err := loadCompanies()
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(dataFiles, "data/roles-*.yaml")
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	feeds := map[string]feed{}
	for _, name := range names {
		var roles []*role
		if err := readYAML(name, &roles); err != nil {
			return nil, err
		}
		for _, r := range roles {
			if err := addRole(feeds, companies, r, now); err != nil {
				return nil, fmt.Errorf("demo: %s: role %q: %w", path.Base(name), r.ID, err)
			}
		}
	}
	for board, rows := range feeds {
		if err := checkUnique(rows); err != nil {
			return nil, fmt.Errorf("demo: %s: %w", board, err)
		}
		sort.SliceStable(rows, func(i, j int) bool { return rows[i].posted.After(rows[j].posted) })
	}
	return feeds, nil
}

func loadCompanies() (map[string]*company, error) {
	var list []*company
	if err := readYAML("data/companies.yaml", &list); err != nil {
		return nil, err
	}
	bySlug := make(map[string]*company, len(list))
	for _, c := range list {
		if c.Slug == "" || c.Name == "" || bySlug[c.Slug] != nil {
			return nil, fmt.Errorf("demo: companies.yaml: company %q lacks a name or stands twice", c.Slug)
		}
		bySlug[c.Slug] = c
	}
	return bySlug, nil
}

func readYAML(name string, into any) error {
	data, err := dataFiles.ReadFile(name)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if err := yaml.NewDecoder(bytes.NewReader(data), yaml.Strict()).Decode(into); err != nil {
		return fmt.Errorf("demo: %s: %w", path.Base(name), err)
	}
	return nil
}

func addRole(feeds map[string]feed, companies map[string]*company, r *role, now time.Time) error {
	c := companies[r.Company]
	switch {
	case c == nil:
		return fmt.Errorf("no company %q", r.Company)
	case fields[r.Field].remotive == "":
		return fmt.Errorf("no field %q", r.Field)
	case levels[r.Level].himalayas == "":
		return fmt.Errorf("no level %q", r.Level)
	case kinds[r.Kind].himalayas == "":
		return fmt.Errorf("no kind %q", r.Kind)
	case r.ID == "" || r.Title == "" || len(r.Posts) == 0:
		return errors.New("lacks an id, a title or a post")
	}
	texts := strings.NewReplacer("{about}", c.About, "{benefits}", c.Benefits)
	blocks, err := parseBlocks(texts.Replace(r.Body) + "\n\n" + c.Closing)
	if err != nil {
		return err
	}
	for i, p := range r.Posts {
		l, err := newListing(r, c, p, now)
		if err != nil {
			return fmt.Errorf("post %d: %w", i+1, err)
		}
		l.blocks = blocks
		l.num = number(p.Board, r.ID, i)
		l.path, l.slug = address(l)
		feeds[p.Board] = append(feeds[p.Board], l)
	}
	return nil
}

func newListing(r *role, c *company, p post, now time.Time) (*listing, error) {
	age, err := parseAge(p.Age)
	if err != nil {
		return nil, err
	}
	if p.Style == "" {
		p.Style = defaultStyle(p.Board, r.ID)
	}
	if _, ok := styles[p.Style]; !ok {
		return nil, fmt.Errorf("no style %q", p.Style)
	}
	if p.Company == "" {
		p.Company = c.Name
	}
	if p.Tags == nil {
		p.Tags = r.Tags
	}
	title := p.Title
	if title == "" {
		title = r.Title
	}
	if title, err = expandRunes(title); err != nil {
		return nil, err
	}
	// Nobody posts on the full hour: the seconds come from the role's own id, so that they are stable.
	age += time.Duration(number(p.Board, r.ID, 0)%1700) * time.Second
	posted := now.UTC().Add(-age).Truncate(time.Second)
	return &listing{post: p, role: r, company: c, title: title, posted: posted}, nil
}

// parseAge reads a Go duration or a number of days such as 12d.
func parseAge(s string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		d, err := time.ParseDuration(days + "h")
		return d * 24, err
	}
	return time.ParseDuration(s)
}

// number gives a listing its number on a board. It depends on the listing alone, so that a later sample moves no other.
func number(board, id string, nth int) int {
	h := fnv.New32a()
	fmt.Fprintf(h, "%s/%s/%d", board, id, nth)
	return int(h.Sum32() % 60000)
}

// address is the path of a listing's page in its board's own form, and the slug that the board gives it.
func address(l *listing) (path, slug string) {
	title := slugify(l.title)
	switch l.Board {
	case remoteOK:
		l.num += 1_130_000
		if l.Junk {
			return "/remoteok/remote-jobs/", ""
		}
		slug = fmt.Sprintf("remote-%s-%s-%d", title, slugify(l.company.Name), l.num)
		return "/remoteok/remote-jobs/" + slug, slug
	case himalayas:
		slug = title
		if l.num%3 == 0 {
			slug = fmt.Sprintf("%s-%d", title, 9_810_000_000+l.num)
		}
		return "/himalayas/companies/" + l.company.Slug + "/jobs/" + slug, slug
	case remotive:
		l.num += 2_090_000
		slug = fmt.Sprintf("%s-%d", title, l.num)
		return "/remotive/remote-jobs/" + slugify(fields[l.role.Field].remotive) + "/" + slug, slug
	default:
		l.num += 145_000
		slug = fmt.Sprintf("%d-%s", l.num, title)
		return "/jobicy/jobs/" + slug, slug
	}
}

func checkUnique(rows feed) error {
	paths, nums := map[string]bool{}, map[int]bool{}
	for _, l := range rows {
		if !l.Junk && paths[l.path] || nums[l.num] {
			return fmt.Errorf("two listings at %s (number %d): change one's id", l.path, l.num)
		}
		paths[l.path], nums[l.num] = true, true
	}
	return nil
}
