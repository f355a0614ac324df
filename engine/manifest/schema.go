package manifest

import (
	"github.com/fwrun/fwrun/engine/schema"
)

// Schema returns the JSON Schema 2020-12 document of the parameter: its type and constraints, its comment and its
// default.
func (p Param) Schema() []byte {
	s := schema.NewSchemas(schema.DocumentOptions{})
	node := s.Root(p.Type)
	if p.Doc != "" {
		node = schema.Describe(node, p.Doc)
	}
	if p.Literal != nil {
		node = node.Set("default", p.Type.OnWire(p.Literal))
	}
	text, _ := s.Document(node).MarshalJSON() // never fails
	return text
}
