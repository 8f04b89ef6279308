package strict

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Leaves lists the paths of all keys of a struct (or of what a pointer to one points to) that hold a value and not
// further keys: "boards.remotive.every". Those within lists and maps are not among them.
func Leaves(v any) []string {
	t := reflect.TypeOf(v)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return leaves(t, "")
}

func leaves(t reflect.Type, prefix string) []string {
	var out []string
	for _, f := range fieldsOf(t) {
		path := join(prefix, f.key)
		if isStruct(f.typ) {
			out = append(out, leaves(f.typ, path)...)
		} else {
			out = append(out, path)
		}
	}
	return out
}

// Lookup returns the value of a key of the struct that v points to; ok is false where the struct has no such key.
func Lookup(v any, key string) (value any, ok bool) {
	field, ok := fieldAt(reflect.ValueOf(v).Elem(), key)
	if !ok {
		return nil, false
	}
	return field.Interface(), true
}

// Assign sets the key of the struct that into points to from a text, as an environment variable or a flag holds it.
// The entries of a list stand between commas. The error says what the key expects; it never repeats a text that may be
// a secret.
func Assign(into any, key, text string) error {
	v, ok := fieldAt(reflect.ValueOf(into).Elem(), key)
	if !ok {
		return fmt.Errorf("there is no key %q", key)
	}
	target := v
	if v.Kind() == reflect.Pointer {
		target = reflect.New(v.Type().Elem()).Elem()
	}
	if err := assign(target, text); err != nil {
		return err
	}
	if v.Kind() == reflect.Pointer {
		v.Set(target.Addr())
	}
	return nil
}

func assign(v reflect.Value, text string) error {
	if v.Kind() == reflect.Slice && isScalar(v.Type().Elem()) {
		list := reflect.MakeSlice(v.Type(), 0, 1)
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part == "" {
				continue
			}
			elem := reflect.New(v.Type().Elem()).Elem()
			if err := assign(elem, part); err != nil {
				return err
			}
			list = reflect.Append(list, elem)
		}
		v.Set(list)
		return nil
	}
	err := setText(v, text)
	if errors.Is(err, errMismatch) {
		return fmt.Errorf("expects %s, not %s", expectation(v.Type()), describeText(text))
	}
	return err
}

func fieldAt(v reflect.Value, key string) (reflect.Value, bool) {
	first, rest, deeper := strings.Cut(key, ".")
	for _, f := range fieldsOf(v.Type()) {
		switch inner := v.FieldByIndex(f.index); {
		case f.key != first:
		case !deeper:
			return inner, true
		case isStruct(f.typ):
			return fieldAt(inner, rest)
		}
	}
	return reflect.Value{}, false
}
