package strict

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml/ast"
)

// value decodes a node into v, which is settable; key is the path of the node.
func (d *decoder) value(v reflect.Value, node ast.Node, key string) {
	if _, null := node.(*ast.NullNode); null || node == nil {
		return
	}
	switch t := v.Type(); {
	case reflect.PointerTo(t).Implements(textType):
		d.scalar(v, node, key)
	case t.Kind() == reflect.Pointer:
		fresh := reflect.New(t.Elem())
		if !v.IsNil() {
			fresh.Elem().Set(v.Elem())
		}
		d.value(fresh.Elem(), node, key)
		v.Set(fresh)
	case t.Kind() == reflect.Struct:
		d.structure(v, node, key)
	case t.Kind() == reflect.Map:
		d.mapping(v, node, key)
	case t.Kind() == reflect.Slice:
		d.list(v, node, key)
	default:
		d.scalar(v, node, key)
	}
}

func (d *decoder) structure(v reflect.Value, node ast.Node, key string) {
	pairs, ok := node.(ast.MapNode)
	if !ok {
		d.mismatch(key, "keys and values", node, "write its keys below it, each as \"key: value\"")
		return
	}
	fields := fieldsOf(v.Type())
	d.eachPair(pairs, key, func(name string, value ast.Node, path string) {
		for _, f := range fields {
			if f.key == name {
				d.value(v.FieldByIndex(f.index), value, path)
				return
			}
		}
		d.add(d.pos.at[path], path, "unknown key", d.unknownRemedy(name, fields))
		delete(d.pos.at, path)
	})
}

func (d *decoder) mapping(v reflect.Value, node ast.Node, key string) {
	pairs, ok := node.(ast.MapNode)
	if !ok {
		d.mismatch(key, "keys and values", node, "write them below it, each as \"key: value\"")
		return
	}
	out := reflect.MakeMap(v.Type())
	for k, old := range v.Seq2() {
		out.SetMapIndex(k, old)
	}
	d.eachPair(pairs, key, func(name string, value ast.Node, path string) {
		elem := reflect.New(v.Type().Elem()).Elem()
		d.value(elem, value, path)
		out.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), elem)
	})
	v.Set(out)
}

// eachPair calls f for every pair of a mapping, after noting its place and refusing one whose key came before.
func (d *decoder) eachPair(pairs ast.MapNode, parent string, f func(name string, value ast.Node, path string)) {
	seen := map[string]int{}
	for it := pairs.MapRange(); it.Next() && !d.full(); {
		tk := it.Key().GetToken()
		name, at := tk.Value, tokenPosition(tk)
		path := join(parent, showKey(name))
		if line, twice := seen[name]; twice {
			d.add(at, path, fmt.Sprintf("the key is already set on line %d", line), "remove one of the two")
			continue
		}
		seen[name] = at.line
		d.pos.at[path] = at
		f(name, it.Value(), path)
	}
}

// showKey writes a key for a message of one line.
func showKey(name string) string {
	if len(name) <= 60 && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return name
	}
	return strconv.Quote(short(name))
}

func (d *decoder) list(v reflect.Value, node ast.Node, key string) {
	elem := v.Type().Elem()
	sequence, ok := node.(*ast.SequenceNode)
	if !ok {
		_, isMap := node.(ast.MapNode)
		if isMap || !isScalar(elem) {
			d.mismatch(key, "a list", node, `begin each entry with "- "`)
			return
		}
		one := reflect.MakeSlice(v.Type(), 1, 1)
		d.value(one.Index(0), node, key)
		v.Set(one)
		return
	}
	out := reflect.MakeSlice(v.Type(), len(sequence.Values), len(sequence.Values))
	for i, item := range sequence.Values {
		if d.full() {
			break
		}
		path := fmt.Sprintf("%s[%d]", key, i)
		d.pos.at[path] = nodePosition(item)
		if _, null := item.(*ast.NullNode); null {
			d.add(d.pos.at[path], path, "the entry is empty", "fill it in or remove it")
			continue
		}
		d.value(out.Index(i), item, path)
	}
	v.Set(out)
}

// nodePosition is where a value begins; a block mapping's own token is the colon after its first key.
func nodePosition(node ast.Node) position {
	if pairs, ok := node.(ast.MapNode); ok {
		if it := pairs.MapRange(); it.Next() {
			return tokenPosition(it.Key().GetToken())
		}
	}
	return tokenPosition(node.GetToken())
}

func (d *decoder) mismatch(key, expected string, node ast.Node, remedy string) {
	at := d.pos.find(key)
	if key == "" {
		at = nodePosition(node)
	}
	d.add(at, key, "expects "+expected+", not "+describe(node), remedy)
}
