// Package jsonschema checks JSON documents against the keywords of JSON Schema that tool
// arguments are held to.
//
// Those are, of the 2020-12 edition: type, enum, const, required, properties,
// additionalProperties, items, anyOf, $ref within the document, minimum, maximum, and the
// schemas true and false. Whatever else a schema says is for the reader of it: it is not
// enforced, save that patternProperties and prefixItems take out what additionalProperties
// and items apply to.
//
//	s, err := jsonschema.Compile(document) // once
//	for _, p := range s.Check(arguments) { … p.Render("arguments") … }
//
// Laws: a document that fits is walked once for each schema that applies to it. That
// allocates nothing, unless names or enumerated texts have escapes, more than 128 members are
// required, or a value is compared with an enumerated list, object or unusual number. Numbers
// are compared as numbers, however they are written and however large they are; of two
// members of one name the last one counts, as in JSON.parse; no document takes more steps
// than its size allows; a problem names no value that was sent.
package jsonschema
