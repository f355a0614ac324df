package schema

import "github.com/fwrun/fwrun/engine/source"

// ParseType parses a type written as in a comment, which is also the form of a decorator's `type` option. A
// text that is not a type gives a Type that Resolve refuses, never nil. Positions count within the text, so a
// caller reports a fault at its own place.
func ParseType(text string) *source.Type {
	file := source.Read("", []byte("/** @typedef {"+text+"} T */"))
	if len(file.Types) != 1 || file.Types[0].Type == nil {
		return &source.Type{Kind: source.TypeOther, Text: text}
	}
	return file.Types[0].Type
}
