package declared

import (
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
)

// CastProperty converts a configured value to the field's type.
func CastProperty(t *schema.Type, value any) (any, bool) {
	if value == nil {
		return nil, t.Nullable || t.Kind == schema.Any || t.Kind == schema.Untyped
	}
	switch t.Kind {
	case schema.String:
		return CastText(value)
	case schema.Int, schema.Float:
		return castNumber(t.Kind, value)
	case schema.Bool:
		return CastBool(value)
	case schema.Duration, schema.Size:
		return castQuantity(t.Kind, value)
	case schema.Enum:
		text, _ := CastText(value)
		for i, known := range t.Enum.Texts {
			if known == text {
				return t.Enum.InScript(i), true
			}
		}
		return nil, false
	case schema.List:
		return castList(t.Elem, value)
	case schema.StringList:
		return castList(&schema.Type{Kind: schema.String}, value)
	case schema.IntegerList:
		return castList(&schema.Type{Kind: schema.Int}, value)
	case schema.FloatList:
		return castList(&schema.Type{Kind: schema.Float}, value)
	case schema.Map:
		return castMap(value, func(string) *schema.Type { return t.Elem })
	case schema.Shape:
		return castShape(t, value)
	case schema.Any, schema.Untyped:
		return value, true
	}
	return nil, false
}

// CastText converts a configured value to a text.
func CastText(value any) (any, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), true
	}
	return nil, false
}

func castNumber(kind schema.Kind, value any) (any, bool) {
	switch v := value.(type) {
	case int64:
		return v, true
	case float64:
		return v, kind == schema.Float || v == float64(int64(v))
	case string:
		if i, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64); err == nil {
			return i, true
		}
		if f, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil && kind == schema.Float {
			return f, true
		}
	}
	return nil, false
}

// castQuantity reads a duration or a size; a bare number is seconds, or bytes.
func castQuantity(kind schema.Kind, value any) (any, bool) {
	text, _ := CastText(value)
	written, _ := text.(string)
	return schema.Quantity(kind, written)
}

// CastBool accepts the same texts as the reference framework: true, yes, on and 1.
func CastBool(value any) (any, bool) {
	switch v := value.(type) {
	case bool:
		return v, true
	case int64:
		return v != 0, v == 0 || v == 1
	case string:
		switch strings.ToLower(strings.TrimSpace(v)) {
		case "true", "yes", "on", "1":
			return true, true
		case "false", "no", "off", "0":
			return false, true
		}
	}
	return nil, false
}

// castList accepts a list, or a text of values separated by commas.
func castList(elem *schema.Type, value any) (any, bool) {
	if elem == nil {
		elem = &schema.Type{Kind: schema.Any}
	}
	items, ok := value.([]any)
	if text, isText := value.(string); isText {
		for part := range strings.SplitSeq(text, ",") {
			items = append(items, strings.TrimSpace(part))
		}
		ok = true
	}
	out := make([]any, len(items))
	for i, item := range items {
		cast, fits := CastProperty(elem, item)
		if !fits {
			return nil, false
		}
		out[i] = cast
	}
	return out, ok
}

// castMap casts each value to the type for its key; a value with a nil type is left as it is.
func castMap(value any, typeOf func(key string) *schema.Type) (any, bool) {
	fields, ok := value.(map[string]any)
	if !ok {
		return nil, false
	}
	out := make(map[string]any, len(fields))
	for key, item := range fields {
		out[key] = item
		if t := typeOf(key); t != nil {
			if out[key], ok = CastProperty(t, item); !ok {
				return nil, false
			}
		}
	}
	return out, true
}

func castShape(t *schema.Type, value any) (any, bool) {
	known := map[string]*schema.Type{}
	for _, f := range t.Fields {
		known[f.JSON] = f.Type
	}
	out, ok := castMap(value, func(key string) *schema.Type { return known[key] })
	for _, f := range t.Fields {
		if fields, _ := out.(map[string]any); f.Required && fields[f.JSON] == nil {
			return nil, false
		}
	}
	return out, ok
}
