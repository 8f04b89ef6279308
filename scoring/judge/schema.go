package judge

import (
	_ "embed"
	"encoding/json"
)

// SchemaVersion is raised whenever the form of the reply changes.
const SchemaVersion = "1"

//go:embed schema.json
var schema []byte

// Schema is the JSON Schema of the reply. Its keys are in alphabetical order and required in the same order, so that a
// provider which writes them in either order writes the evidence before the number.
func Schema() json.RawMessage { return append(json.RawMessage(nil), schema...) }
