package schema

import (
	"strconv"

	"github.com/fwrun/fwrun/platform/jsontext"
)

// Node is an object of a JSON Schema document: its members in the order they are written. Values are string,
// bool, int64, float64, nil, Node, []any and []string.
type Node []Member

// Member is one member of a Node.
type Member struct {
	Key   string
	Value any
}

// Get returns the value of a member; nil if there is no such member.
func (n Node) Get(key string) any {
	for _, m := range n {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// Set returns the node with a member set, at its old position if it had one, else at the end.
func (n Node) Set(key string, value any) Node {
	for i := range n {
		if n[i].Key == key {
			n[i].Value = value
			return n
		}
	}
	return append(n, Member{key, value})
}

// MarshalJSON writes the node without white space. Its output is deterministic.
func (n Node) MarshalJSON() ([]byte, error) { return n.appendJSON(nil), nil }

func (n Node) appendJSON(b []byte) []byte {
	b = append(b, '{')
	for i, m := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsontext.AppendString(b, m.Key)
		b = append(b, ':')
		b = appendValue(b, m.Value)
	}
	return append(b, '}')
}

// AppendJSON appends a value of a node.
func AppendJSON(b []byte, value any) []byte { return appendValue(b, value) }

func appendValue(b []byte, value any) []byte {
	switch v := value.(type) {
	case Node:
		return v.appendJSON(b)
	case string:
		return jsontext.AppendString(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		return jsontext.AppendNumber(b, v)
	case []any:
		return appendList(b, v)
	case []string:
		return appendList(b, v)
	default:
		return append(b, "null"...)
	}
}

func appendList[T any](b []byte, items []T) []byte {
	b = append(b, '[')
	for i, item := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendValue(b, item)
	}
	return append(b, ']')
}
