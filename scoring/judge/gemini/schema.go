package gemini

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

const maxNesting = 8

// convert writes a JSON Schema in the part of OpenAPI 3.0 that Gemini reads (https://ai.google.dev/api/caching#Schema), with the
// order of the keys told: without it they come by the alphabet. Keywords that Gemini has no word for are left out, so the reply must
// be checked all the same.
func convert(schema json.RawMessage) (json.RawMessage, error) {
	if len(bytes.TrimSpace(schema)) == 0 {
		return nil, nil
	}
	var s map[string]any
	dec := json.NewDecoder(bytes.NewReader(schema))
	dec.UseNumber()
	if err := dec.Decode(&s); err != nil {
		return nil, errors.New("not a JSON object")
	}
	out, err := convertObject(s, 0)
	if err != nil {
		return nil, err
	}
	return json.Marshal(out)
}

func convertObject(s map[string]any, depth int) (map[string]any, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("nested deeper than %d", maxNesting)
	}
	out := map[string]any{}
	for _, same := range []string{"description", "title", "enum", "minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "pattern", "nullable"} {
		if v, ok := s[same]; ok {
			out[same] = v
		}
	}
	kind, nullable, err := kindOf(s["type"])
	if err != nil {
		return nil, err
	}
	out["type"] = kind
	if nullable {
		out["nullable"] = true
	}
	if _, closed := s["enum"]; closed && kind == "STRING" {
		out["format"] = "enum"
	}
	if items, ok := s["items"].(map[string]any); ok {
		if out["items"], err = convertObject(items, depth+1); err != nil {
			return nil, err
		}
	}
	properties, ok := s["properties"].(map[string]any)
	if !ok {
		return out, nil
	}
	converted := map[string]any{}
	for name, p := range properties {
		object, ok := p.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("the property %q is no schema", name)
		}
		if converted[name], err = convertObject(object, depth+1); err != nil {
			return nil, err
		}
	}
	out["properties"] = converted
	if required, ok := s["required"]; ok {
		out["required"] = required
	}
	out["propertyOrdering"] = order(properties, s["required"])
	return out, nil
}

// order is that of the list of required keys, as other models keep it; the rest follows by the alphabet.
func order(properties map[string]any, required any) []string {
	var names []string
	list, _ := required.([]any)
	for _, r := range list {
		if name, ok := r.(string); ok && properties[name] != nil && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// kindOf reads "string" and ["string","null"].
func kindOf(v any) (kind string, nullable bool, err error) {
	names, isList := v.([]any)
	if !isList {
		names = []any{v}
	}
	for _, n := range names {
		switch name, _ := n.(string); name {
		case "null":
			nullable = true
		case "string", "number", "integer", "boolean", "array", "object":
			if kind != "" {
				return "", false, errors.New("a value of two types")
			}
			kind = strings.ToUpper(name)
		default:
			return "", false, errors.New("a schema without a type")
		}
	}
	if kind == "" {
		return "", false, errors.New("a schema without a type")
	}
	return kind, nullable, nil
}
