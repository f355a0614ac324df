package openapi

import (
	"bytes"
	"encoding/json"

	"github.com/fwrun/fwrun/engine/schema"
)

// JSON writes a document, indented by two blanks.
func JSON(document schema.Node) []byte {
	text, _ := document.MarshalJSON() // never fails
	var out bytes.Buffer
	out.Grow(2 * len(text))
	_ = json.Indent(&out, text, "", "  ") // the text is JSON
	out.WriteByte('\n')
	return out.Bytes()
}
