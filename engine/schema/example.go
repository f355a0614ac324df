package schema

import (
	"math"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/source"
)

// tagsOf returns the example that a comment gives, and whether it says that what it describes is deprecated.
func tagsOf(doc source.Doc) (example string, deprecated bool) {
	_, deprecated = doc.Tags["deprecated"]
	return doc.Tags["example"], deprecated
}

// exampleOf returns the value of an example in a comment: of a text, the text itself, quoted or not, and of any other type what is
// written as JSON.
func exampleOf(t *Type, text string) (value any, ok bool) {
	if text == "" {
		return nil, false
	}
	value, ok = parsedExample(text)
	switch t.Kind {
	case String, Date, Bytes, Duration, Size, Enum:
		if _, isText := value.(string); isText || ok && t.Kind == Enum {
			return value, true
		}
		return text, true
	}
	return value, ok
}

func parsedExample(text string) (value any, ok bool) {
	if text = strings.TrimSpace(text); !gjson.Valid(text) {
		return nil, false
	}
	return Plain(gjson.Parse(text)), true
}

// Plain returns a value of JSON as a [Node] has it.
func Plain(v gjson.Result) any {
	switch {
	case v.IsObject():
		node := Node{}
		v.ForEach(func(key, value gjson.Result) bool {
			node = append(node, Member{key.String(), Plain(value)})
			return true
		})
		return node
	case v.IsArray():
		list := []any{}
		for _, item := range v.Array() {
			list = append(list, Plain(item))
		}
		return list
	case v.Type == gjson.Number:
		if v.Num == math.Trunc(v.Num) && math.Abs(v.Num) <= 1<<53 {
			return int64(v.Num)
		}
		return v.Num
	default:
		return v.Value()
	}
}
