package older

import (
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
)

// items writes one schema for all items, which 3.0 has in place of one for each position.
func (b *builder) items() { b.set("items", b.itemsOf()) }

func (b *builder) itemsOf() schema.Node {
	rest, prefix := b.from.Get("items"), items(b.from.Get("prefixItems"))
	if len(prefix) == 0 {
		return b.schemaOf(rest)
	}
	if rest == false {
		b.atMost("maxItems", int64(len(prefix)))
	} else if rest == nil {
		return schema.Node{} // what comes behind may be anything
	}
	var all []any
	for _, one := range prefix {
		all = addNew(all, b.schemaOf(one))
	}
	if rest != false {
		all = addNew(all, b.schemaOf(rest))
	}
	return anyOf(all)
}

// anyOf returns a schema for one of several.
func anyOf(list []any) schema.Node {
	if one, is := list[0].(schema.Node); is && len(list) == 1 {
		return one
	}
	return schema.Node{{Key: "anyOf", Value: list}}
}

// addNew adds a schema to a list that does not have it.
func addNew(list []any, n schema.Node) []any {
	for _, one := range list {
		if same(one, n) {
			return list
		}
	}
	return append(list, n)
}

// atMost writes an upper limit, unless there is a stricter one.
func (b *builder) atMost(keyword string, limit int64) {
	if own, is := b.from.Get(keyword).(int64); !is || own > limit {
		b.set(keyword, limit)
	}
}

// additional writes one schema for all members that are not listed, which 3.0 has in place of those by
// patterns.
func (b *builder) additional() {
	rest := b.from.Get("additionalProperties")
	patterns, _ := b.from.Get("patternProperties").(schema.Node)
	switch {
	case len(patterns) == 0:
		if _, is := rest.(schema.Node); is {
			rest = b.schemaOf(rest)
		}
	case rest != false:
		return // any member may be there
	default:
		var all []any
		for _, m := range patterns {
			all = addNew(all, b.schemaOf(m.Value))
		}
		rest = anyOf(all)
	}
	b.set("additionalProperties", rest)
}

// exclusive writes a limit that excludes itself as 3.0 does: a limit and a truth value.
func (b *builder) exclusive(keyword string, value any) {
	plain, sign := "minimum", 1.0
	if keyword == "exclusiveMaximum" {
		plain, sign = "maximum", -1
	}
	limit, is := number(value)
	if !is {
		return
	}
	if own, has := number(b.from.Get(plain)); has && own*sign > limit*sign {
		return // the other limit is the stricter one
	}
	b.set(plain, value)
	b.set(keyword, true)
}

func number(value any) (float64, bool) {
	switch n := value.(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

// content writes what is in a text by a format, if it is bytes.
func (b *builder) content() {
	encoding, _ := b.from.Get("contentEncoding").(string)
	media, _ := b.from.Get("contentMediaType").(string)
	format := ""
	switch {
	case encoding == "base64", encoding == "base64url":
		format = "byte"
	case encoding == "" && !textual(media):
		format = "binary"
	default:
		return
	}
	if b.from.Get("format") == nil {
		b.set("format", format)
	}
	if b.from.Get("type") == nil {
		b.set("type", "string")
	}
}

func textual(media string) bool {
	return strings.HasPrefix(media, "text/") || strings.HasSuffix(media, "json") || strings.HasSuffix(media, "xml")
}
