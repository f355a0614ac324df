package schema

import "github.com/fwrun/fwrun/source"

// ParseType reads a type as one writes it in a comment, as a decorator's `type` option
// gives it. A text that is no type becomes one that Resolve refuses, never nil. Positions
// count within the text, so a caller reports a fault at its own place.
func ParseType(text string) *source.Type {
	file := source.Read("", []byte("/** @typedef {"+text+"} T */"))
	if len(file.Types) != 1 || file.Types[0].Type == nil {
		return &source.Type{Kind: source.TypeOther, Text: text}
	}
	return file.Types[0].Type
}
