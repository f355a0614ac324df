package compare

import "strings"

// annotations are the keywords of a schema that accept nothing and refuse nothing, and those that are read by
// themselves.
var annotations = map[string]bool{
	"title": true, "description": true, "examples": true, "example": true, "default": true, "deprecated": true, "readOnly": true, "writeOnly": true,
	"externalDocs": true, "xml": true, "$schema": true, "$id": true, "$anchor": true, "$comment": true, "$defs": true, "definitions": true,
	"discriminator": true, "nullable": true, "contentSchema": true,

	"$ref": true, "type": true, "enum": true, "const": true, "allOf": true, "anyOf": true, "oneOf": true,
	"properties": true, "required": true, "additionalProperties": true, "unevaluatedProperties": true, "items": true, "prefixItems": true,
}

// readKeywords reads type, enum, const, limits, and what is compared by its text.
func (s *shape) readKeywords(n node) {
	if title := n.get("title").text(); title != "" {
		s.name = title
	}
	if n.has("type") {
		s.kinds &= kindsOf(n.get("type"))
	}
	if n.get("enum").list() != nil {
		s.list(n.get("enum").list())
	}
	if n.has("const") {
		s.list([]any{n.get("const").value})
	}
	for _, keyword := range n.names() {
		switch {
		case annotations[keyword] || strings.HasPrefix(keyword, "x-"):
		case limits[keyword] != 0:
			s.readLimit(n, keyword)
		case keyword == "exclusiveMinimum" || keyword == "exclusiveMaximum":
			s.readExclusive(n, keyword)
		case keyword == "uniqueItems" && !n.get(keyword).is():
		default:
			s.plain[keyword] = canonical(n.get(keyword).value)
		}
	}
	s.readContent()
}

// readContent gives what 3.0 says by a format the words of 3.1.
func (s *shape) readContent() {
	switch s.plain["format"] {
	case `"binary"`:
		delete(s.plain, "format")
		s.plain["contentMediaType"] = `"application/octet-stream"`
	case `"byte"`:
		delete(s.plain, "format")
		s.plain["contentEncoding"] = `"base64"`
	}
}

func (s *shape) list(values []any) {
	listed := newShape(nil)
	listed.values = map[string]kinds{}
	for _, value := range values {
		listed.values[canonical(value)] = kindOfValue(value)
	}
	s.mergeValues(listed)
}

// limits are the keywords with a number that a value must reach, 1, or must not exceed, -1.
var limits = map[string]int{
	"minimum": 1, "minLength": 1, "minItems": 1, "minProperties": 1,
	"maximum": -1, "maxLength": -1, "maxItems": -1, "maxProperties": -1,
}

func (s *shape) readLimit(n node, keyword string) {
	value, is := numberOf(n.get(keyword).value)
	if !is || keyword != "minimum" && limits[keyword] > 0 && value.Sign() <= 0 { // every length is 0 at least
		return
	}
	exclusive := n.get("exclusive" + strings.ToUpper(keyword[:1]) + keyword[1:])
	s.limit(keyword, bound{value, exclusive.is(), n.get(keyword).at})
}

// readExclusive reads the number that 3.1 has there; the truth value of 3.0 belongs to the limit beside it.
func (s *shape) readExclusive(n node, keyword string) {
	if value, is := numberOf(n.get(keyword).value); is {
		s.limit(strings.ToLower(strings.TrimPrefix(keyword, "exclusive")), bound{value, true, n.get(keyword).at})
	}
}

// limit sets a limit, unless the one that is there is as strict.
func (s *shape) limit(keyword string, b bound) {
	if own, has := s.ranges[keyword]; !has || b.compare(own, keyword) > 0 {
		s.ranges[keyword] = b
	}
}

// compare returns 1 if the limit is the stricter one, -1 if the other one is.
func (b bound) compare(other bound, keyword string) int {
	switch order := b.value.Cmp(other.value) * limits[keyword]; {
	case order != 0 || b.exclusive == other.exclusive:
		return order
	case b.exclusive:
		return 1
	default:
		return -1
	}
}

// readObject reads what is said about members.
func (s *shape) readObject(n node) {
	for _, name := range n.get("properties").names() {
		s.properties[name] = schema{n.get("properties").get(name)}
	}
	for _, name := range n.get("required").items() {
		if text := name.text(); text != "" {
			s.required[text] = name
		}
	}
	for _, keyword := range []string{"additionalProperties", "unevaluatedProperties"} {
		switch rest := n.get(keyword); {
		case rest.value == false:
			s.open = closed
		case len(rest.object()) > 0:
			s.open, s.additional = max(s.open, restricted), s.additional.and(rest)
		}
	}
}

// readList reads what is said about items.
func (s *shape) readList(n node) {
	for _, item := range n.get("prefixItems").items() {
		s.prefix = append(s.prefix, schema{item})
	}
	if items := n.get("items"); items.object() != nil || items.value == false {
		s.items = schema{items}
	}
}
