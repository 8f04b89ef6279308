package strict

import "github.com/goccy/go-yaml/token"

const (
	maxTokens      = 20_000 // the parser's time grows with the square of the keys of one mapping
	maxFlowDepth   = 32     // brackets within brackets
	maxBlockIndent = 256    // columns before a list entry: bounds how deep lists may nest on one line
)

// guard refuses, before the parser recurses, what a settings file has no use for: aliases (a short file of them
// unfolds to gigabytes), tags, complex keys, and nesting without end. It reports the first of each kind.
func (d *decoder) guard(tokens token.Tokens) bool {
	depth, before := 0, len(d.problems)
	if len(tokens) > maxTokens {
		d.add(position{line: 1}, "", "the file has too many keys and values to be read", "make it shorter")
		return false
	}
	seen := map[token.Type]bool{}
	for _, tk := range tokens {
		switch tk.Type {
		case token.MappingStartType, token.SequenceStartType:
			if depth++; depth > maxFlowDepth {
				return d.tooDeep(tk)
			}
		case token.MappingEndType, token.SequenceEndType:
			depth = max(depth-1, 0)
		case token.SequenceEntryType:
			if tk.Position.Column > maxBlockIndent {
				return d.tooDeep(tk)
			}
		default:
			message, remedy := refusal(tk)
			if message != "" && !seen[tk.Type] {
				seen[tk.Type] = true
				d.add(tokenPosition(tk), "", message, remedy)
			}
		}
	}
	return len(d.problems) == before
}

func (d *decoder) tooDeep(tk *token.Token) bool {
	d.add(tokenPosition(tk), "", "brackets or lists are nested too deep", "no setting needs more than four levels")
	return false
}

// refusal says why a kind of token is not accepted; both are empty for one that is.
func refusal(tk *token.Token) (message, remedy string) {
	switch tk.Type {
	case token.AliasType:
		return "a value that begins with * is an alias in YAML, which is not supported",
			`put the value in quotes, for example "*/30 8-18 * * *"`
	case token.AnchorType:
		return "a value that begins with & is an anchor in YAML, which is not supported", "put the value in quotes"
	case token.MergeKeyType:
		return "merge keys (<<) are not supported", "write the keys out"
	case token.TagType:
		return "a value that begins with ! is a tag in YAML, which is not supported", "put the value in quotes"
	case token.MappingKeyType:
		return "a key that begins with ? is not supported", `write it as "key: value"`
	case token.DirectiveType:
		return "directives (%) are not supported", "remove the line"
	}
	return "", ""
}
