package manifest

import (
	"github.com/fwrun/fwrun/engine/schema"
)

// AskSchema lets the schema of the parameter's type decide on a value that was not sent, unless the declaration says whether it is required.
func (p *Param) AskSchema(isSaid bool) {
	if s := p.Type.Standard; s != nil && p.Required && !isSaid {
		p.Asks, p.Required = true, !s.Read.HasDefault()
	}
}

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
