package strict

import (
	"encoding"
	"reflect"
	"slices"
	"strings"
	"time"
)

var (
	durationType = reflect.TypeFor[time.Duration]()
	textType     = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// field is a struct field that has a key.
type field struct {
	key   string
	index []int
	typ   reflect.Type
}

// fieldsOf lists the fields of a struct that have a yaml tag, those of an inlined struct among them.
func fieldsOf(t reflect.Type) []field {
	var out []field
	for i := range t.NumField() {
		f := t.Field(i)
		key, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case options == "inline" && f.Type.Kind() == reflect.Struct:
			for _, inner := range fieldsOf(f.Type) {
				inner.index = append([]int{i}, inner.index...)
				out = append(out, inner)
			}
		case f.IsExported() && key != "" && key != "-":
			out = append(out, field{key: key, index: f.Index, typ: f.Type})
		}
	}
	return out
}

// isStruct reports whether a type is written as keys of its own.
func isStruct(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && !reflect.PointerTo(t).Implements(textType)
}

func isScalar(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return !isStruct(t) && t.Kind() != reflect.Slice && t.Kind() != reflect.Map ||
		reflect.PointerTo(t).Implements(textType)
}

// unknownRemedy finds the key that was meant: a similar one at this level, or the same one elsewhere in the file.
func (d *decoder) unknownRemedy(key string, fields []field) string {
	here := make([]string, len(fields))
	for i, f := range fields {
		here[i] = f.key
	}
	near, elsewhere := Nearest(key, here), pathsOf(d.root, "", key, nil)
	switch {
	case near != "" && len(elsewhere) > 0:
		return `did you mean "` + near + `", or "` + elsewhere[0] + `"?`
	case near != "":
		return `did you mean "` + near + `"?`
	case len(elsewhere) > 0:
		return `it belongs elsewhere: "` + strings.Join(elsewhere[:min(len(elsewhere), 3)], `" or "`) + `"`
	}
	slices.Sort(here)
	return "the keys here are " + strings.Join(here, ", ")
}

// pathsOf lists the paths of all fields below a type whose own key is the given one. Lists are written as "[]".
// within guards against types that hold themselves.
func pathsOf(t reflect.Type, prefix, key string, within []reflect.Type) []string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Slice {
		return pathsOf(t.Elem(), prefix+"[]", key, within)
	}
	if !isStruct(t) || slices.Contains(within, t) {
		return nil
	}
	var out []string
	for _, f := range fieldsOf(t) {
		path := join(prefix, f.key)
		if f.key == key {
			out = append(out, path)
		}
		out = append(out, pathsOf(f.typ, path, key, append(within, t))...)
	}
	return out
}

func join(prefix, key string) string {
	if prefix == "" {
		return key
	}
	return prefix + "." + key
}
