// Package jsonschema checks JSON documents against the JSON Schema keywords that tool arguments use.
//
// The keywords, of the 2020-12 edition, are: type, enum, const, required, properties, additionalProperties,
// items, anyOf, $ref within the document, minimum, maximum, and the schemas true and false. Other keywords
// are information for the reader of a schema and are not enforced, except that patternProperties and
// prefixItems restrict what additionalProperties and items apply to.
//
//	s, err := jsonschema.Compile(document) // once
//	for _, p := range s.Check(arguments) { … p.Render("arguments") … }
//
// Laws: a document that fits is walked once for each schema that applies to it. That allocates nothing,
// unless names or enumerated texts have escapes, more than 128 members are required, or a value is compared
// with an enumerated list, object or unusual number. Numbers are compared by value, in any notation and of
// any size; of two members of one name the last one counts, as in JSON.parse; no document takes more steps
// than its size allows; a problem never contains a value that was sent.
package jsonschema
