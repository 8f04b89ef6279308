package strict

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// MaxBytes is the longest document that Decode reads.
const MaxBytes = 1 << 20

// maxProblems is how many problems of one file are worth reading.
const maxProblems = 100

// Decode reads one YAML document into the struct that into points to. What stands in the struct already is the
// default of a key that the document leaves out or sets to null; a list replaces its default, a mapping is merged into
// it. Keys are the yaml tags of the fields; a field without a tag is not read.
//
// Fields may be text, bool, numbers, time.Duration ("90m", "6h", "1d"), types with UnmarshalText, and structs,
// pointers, lists and maps with text keys of these. A single value is taken for a list of one.
//
// file is the name that the problems carry. The struct is filled as far as possible even where there are problems, so
// that the caller may go on and find more. Decode panics if into is not a pointer to a struct.
func Decode(file string, data []byte, into any) (Positions, Problems) {
	target := reflect.ValueOf(into)
	if target.Kind() != reflect.Pointer || target.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("strict.Decode needs a pointer to a struct, not %T", into))
	}
	d := &decoder{root: target.Elem().Type(), pos: Positions{File: file, at: map[string]position{}}}
	if body := d.parse(data); body != nil {
		d.value(target.Elem(), body, "")
	}
	d.problems.Sort()
	return d.pos, d.problems
}

// decoder holds the state of one Decode.
type decoder struct {
	root     reflect.Type
	pos      Positions
	problems Problems
}

func (d *decoder) full() bool { return len(d.problems) > maxProblems }

func (d *decoder) add(at position, key, message, remedy string) {
	if d.full() {
		return
	}
	if len(d.problems) == maxProblems {
		key, message, remedy = "", fmt.Sprintf("more than %d problems; the rest is left out", maxProblems), ""
	}
	d.problems = append(d.problems, Problem{
		File: d.pos.File, Line: at.line, Column: at.column, Key: key, Message: message, Remedy: remedy,
	})
}

// parse returns the document's body, nil where it is empty or a problem stopped it.
func (d *decoder) parse(data []byte) ast.Node {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	text, ok := d.readable(data)
	if !ok {
		return nil
	}
	tree, err := parseYAML(text, d)
	if err != nil {
		d.syntax(err)
		return nil
	}
	if tree == nil || len(tree.Docs) == 0 {
		return nil
	}
	if len(tree.Docs) > 1 {
		at := position{line: 1}
		if start := tree.Docs[1].Start; start != nil {
			at = tokenPosition(start)
		}
		d.add(at, "", "a second document begins here", `keep one document in the file and remove the line "---"`)
		return nil
	}
	switch body := tree.Docs[0].Body.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
		return nil
	default:
		return body
	}
}

// maxBlankLines bounds a run of empty lines: for each that ends a block of text the lexer copies the whole block.
const maxBlankLines = 50

// blankLines matches the spaces of a line that holds nothing else: they mean nothing, and the lexer takes quadratic
// time over them.
var blankLines = regexp.MustCompile(`(?m)^[ \t]+$`)

// readable returns the text with one kind of line end. It refuses bytes that no editor would have written as YAML.
func (d *decoder) readable(data []byte) (string, bool) {
	if len(data) > MaxBytes {
		d.add(position{line: 1}, "", fmt.Sprintf("the file has %d bytes, more than the %d that are read", len(data), MaxBytes),
			"make it shorter")
		return "", false
	}
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	text = strings.TrimRight(blankLines.ReplaceAllLiteralString(text, ""), "\n") + "\n"
	if at := strings.Index(text, strings.Repeat("\n", maxBlankLines+2)); at >= 0 {
		d.add(lineOf(text, at+1), "", fmt.Sprintf("more than %d empty lines follow each other", maxBlankLines), "remove them")
		return "", false
	}
	at := strings.IndexFunc(text, func(r rune) bool { return isControl(r) || r == utf8.RuneError })
	if at < 0 {
		return text, true
	}
	if r, size := utf8.DecodeRuneInString(text[at:]); isControl(r) {
		d.add(lineOf(text, at), "", fmt.Sprintf("the line holds the control character %U", r), "remove it")
	} else if size == 1 {
		d.add(lineOf(text, at), "", "the line is not valid UTF-8", "save the file as UTF-8")
	} else {
		d.add(lineOf(text, at), "", "the line holds a character that an earlier program could not read (U+FFFD)", "write it anew")
	}
	return "", false
}

// lineOf is the line that the byte at an offset stands on.
func lineOf(text string, offset int) position {
	return position{line: strings.Count(text[:offset], "\n") + 1}
}

// isControl reports characters that no setting has a use for. Tabs and line breaks are not among them.
func isControl(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' || r >= 0x7f && r <= 0x9f
}

var errPanic = errors.New("the parser gave up")

// parseYAML turns a panic of the library into an error: what a person wrote must never stop the program. The tree is
// nil where the guard found problems.
func parseYAML(text string, d *decoder) (tree *ast.File, err error) {
	defer func() {
		if recover() != nil {
			tree, err = nil, errPanic
		}
	}()
	tokens := lexer.Tokenize(text)
	if tokens.InvalidToken() == nil && !d.guard(tokens) {
		return nil, nil
	}
	return parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
}

func (d *decoder) syntax(err error) {
	at, message := position{line: 1}, errPanic.Error()
	if detail, ok := errors.AsType[yaml.Error](err); ok {
		message = detail.GetMessage() // its Error would quote the lines around, and they may hold a secret
		if tk := detail.GetToken(); tk != nil {
			at = tokenPosition(tk)
		}
	}
	message = strings.ReplaceAll(message, "\t", `\t`)
	d.add(at, "", "cannot be read as YAML: "+message, syntaxRemedy(message))
}

// syntaxRemedy answers the mistakes that people make most.
func syntaxRemedy(message string) string {
	switch {
	case strings.Contains(message, `\t`) || strings.Contains(message, "tab"):
		return "indent with spaces, not with tabs"
	case strings.Contains(message, "reserved character"):
		return "put the value in quotes"
	default:
		return "check the indentation, quotes and brackets of this line and the one before"
	}
}

func tokenPosition(tk *token.Token) position {
	if tk == nil || tk.Position == nil {
		return position{line: 1}
	}
	return position{line: max(tk.Position.Line, 1), column: max(tk.Position.Column, 0)}
}
