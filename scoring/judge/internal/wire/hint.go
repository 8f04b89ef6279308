package wire

import "encoding/json"

// SchemaHint asks in words for what a server does not enforce.
func SchemaHint(schema json.RawMessage) string {
	return "Answer with exactly one JSON object and nothing else, no code fence and no words around it. It must fit this JSON Schema:\n" + string(schema)
}
