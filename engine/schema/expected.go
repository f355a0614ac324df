package schema

import (
	"strconv"
	"strings"
)

// shownCases limits how many values of an enumeration a mismatch lists.
const shownCases = 20

const (
	expectedDate  = "a date such as 2026-01-31 or a date-time such as 2026-01-31T12:00:00Z"
	expectedRange = "integer within ±9007199254740991"
)

// expected describes the values of the type as a client sends them.
func (t *Type) expected() string {
	switch t.Kind {
	case String, Untyped:
		return "string"
	case Int:
		return "integer"
	case Float:
		return "number"
	case Bool:
		return "boolean"
	case Date:
		return expectedDate
	case Bytes:
		return "base64 text"
	case Duration:
		return expectedDuration
	case Size:
		return expectedSize
	case Enum:
		return t.Enum.expected()
	case List:
		return "list"
	case StringList:
		return "list of strings"
	case IntegerList:
		return "list of integers"
	case FloatList:
		return "list of numbers"
	case Object, Map, Shape:
		return "object"
	case Void:
		return "nothing"
	case Host:
		if t.Name == UploadedFile {
			return "file"
		}
		return "a " + t.Name + ", which cannot be sent"
	default:
		return "any value"
	}
}

func (e *Enumeration) expected() string {
	shown := make([]string, 0, min(len(e.Texts), shownCases)+1)
	for i, text := range e.Texts {
		if i == shownCases {
			shown = append(shown, "…")
			break
		}
		if _, isText := e.Values[i].(string); isText {
			text = strconv.Quote(text)
		}
		shown = append(shown, text)
	}
	if len(shown) == 1 {
		return shown[0]
	}
	return "one of " + strings.Join(shown, ", ")
}
