package strict

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
)

// errMismatch says that a text does not have the form of its type; expectation has the words for it.
var errMismatch = errors.New("not of the expected form")

// scalar decodes a single value.
func (d *decoder) scalar(v reflect.Value, node ast.Node, key string) {
	text, ok := scalarText(node)
	if !ok {
		d.mismatch(key, expectation(v.Type()), node, "")
		return
	}
	switch err := setText(v, text); {
	case errors.Is(err, errMismatch):
		d.mismatch(key, expectation(v.Type()), node, "")
	case err != nil:
		d.add(d.pos.find(key), key, err.Error(), "")
	}
}

// scalarText is the text of a single value as it was written, without its quotes.
func scalarText(node ast.Node) (string, bool) {
	switch n := node.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// setText reads a text as v's type wants it. A text that is wrong leaves v as it was.
func setText(v reflect.Value, text string) error {
	if strings.ContainsFunc(text, isControl) {
		return errors.New("holds a control character")
	}
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(text))
	}
	if v.Type() == durationType {
		dur, err := parseDuration(text)
		if err == nil {
			v.SetInt(int64(dur))
		}
		return err
	}
	switch kind := v.Kind(); {
	case kind == reflect.String:
		v.SetString(text)
	case kind == reflect.Bool && (text == "true" || text == "false"):
		v.SetBool(text == "true")
	case v.CanInt():
		n, err := strconv.ParseInt(text, 10, v.Type().Bits())
		if err != nil {
			return errMismatch
		}
		v.SetInt(n)
	case v.CanUint():
		n, err := strconv.ParseUint(text, 10, v.Type().Bits())
		if err != nil {
			return errMismatch
		}
		v.SetUint(n)
	case v.CanFloat():
		n, err := strconv.ParseFloat(text, v.Type().Bits())
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return errMismatch
		}
		v.SetFloat(n)
	default:
		return errMismatch
	}
	return nil
}

// parseDuration reads what time.ParseDuration reads, and days of 24 hours before it: "1d", "1d12h".
func parseDuration(text string) (time.Duration, error) {
	days, rest, ok := strings.Cut(text, "d")
	if !ok {
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0, errMismatch
		}
		return d, nil
	}
	n, err := strconv.ParseUint(days, 10, 16)
	if err != nil {
		return 0, errMismatch
	}
	d := time.Duration(n) * 24 * time.Hour
	if rest == "" {
		return d, nil
	}
	more, err := time.ParseDuration(rest)
	if err != nil || more < 0 || more >= 24*time.Hour {
		return 0, errMismatch
	}
	return d + more, nil
}

// expectation says in words what a value of a type looks like.
func expectation(t reflect.Type) string {
	switch kind := t.Kind(); {
	case t == durationType:
		return "a duration such as 1h or 30m"
	case kind == reflect.Pointer:
		return expectation(t.Elem())
	case kind == reflect.Bool:
		return "true or false"
	case kind >= reflect.Int && kind <= reflect.Uint64:
		return "a whole number"
	case kind == reflect.Float32 || kind == reflect.Float64:
		return "a number"
	}
	return "a text"
}

// describe says in words what stands in the file. A long text is not repeated: it may be a secret at the wrong key.
func describe(node ast.Node) string {
	switch n := node.(type) {
	case ast.MapNode:
		return "keys and values"
	case *ast.SequenceNode:
		return "a list"
	case *ast.IntegerNode, *ast.FloatNode:
		return "the number " + short(n.GetToken().Value)
	case *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value
	}
	if text, ok := scalarText(node); ok {
		return describeText(text)
	}
	return "this"
}

func describeText(text string) string {
	if strings.ContainsAny(text, "@\n") || len(text) > 40 {
		return "a text"
	}
	return fmt.Sprintf("the text %q", text)
}

// short cuts a text to 40 characters.
func short(s string) string {
	if runes := []rune(s); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return s
}
