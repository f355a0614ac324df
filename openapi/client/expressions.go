package client

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// expression is a type as it is written. One that is loose is a union or an intersection, which needs parentheses in others.
type expression struct {
	text    string
	loose   bool
	members []string // of a union
}

func atom(text string) expression { return expression{text: text} }

// operand returns the text with parentheses where they are needed.
func (e expression) operand() string {
	if e.loose {
		return "(" + e.text + ")"
	}
	return e.text
}

// union returns the type of a value that has one of the types. They are sorted, null and undefined last.
func union(list []expression) expression {
	var members []string
	for _, e := range list {
		if e.text == "unknown" {
			return atom("unknown")
		}
		switch {
		case e.members != nil:
			members = append(members, e.members...)
		case e.text != "never":
			members = append(members, e.text)
		}
	}
	slices.SortFunc(members, func(a, b string) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a, b)) })
	members = slices.Compact(members)
	switch len(members) {
	case 0:
		return atom("never")
	case 1:
		return pick(list, members[0])
	}
	return expression{strings.Join(members, " | "), true, members}
}

func rank(member string) int { return slices.Index([]string{"null", "undefined"}, member) }

// intersection returns the type of a value that has all of the types.
func intersection(list []expression) expression {
	list = slices.DeleteFunc(slices.Clone(list), func(e expression) bool { return e.text == "unknown" })
	var members []string
	for _, e := range list {
		if text := e.operand(); !slices.Contains(members, text) {
			members = append(members, text)
		}
	}
	switch len(members) {
	case 0:
		return atom("unknown")
	case 1:
		return list[0]
	}
	slices.Sort(members)
	return expression{strings.Join(members, " & "), true, nil}
}

// pick returns the expression with a text, or an atom.
func pick(list []expression, text string) expression {
	if i := slices.IndexFunc(list, func(e expression) bool { return e.text == text }); i >= 0 {
		return list[i]
	}
	return atom(text)
}

// literals returns the union of JSON values. Numbers are in their order.
func literals(values []json.RawMessage) expression {
	values = slices.Clone(values)
	slices.SortStableFunc(values, func(a, b json.RawMessage) int {
		x, notX := strconv.ParseFloat(string(a), 64)
		y, notY := strconv.ParseFloat(string(b), 64)
		if notX == nil && notY == nil {
			return cmp.Compare(x, y)
		}
		return bytes.Compare(a, b)
	})
	var texts []string
	for _, value := range values {
		if text := literal(value).text; !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	if i := slices.Index(texts, "null"); i >= 0 {
		texts = append(slices.Delete(texts, i, i+1), "null")
	}
	if len(texts) == 1 {
		return atom(texts[0])
	}
	return expression{strings.Join(texts, " | "), true, texts}
}

// literal returns the type of one JSON value; of an object or a list only that it is one.
func literal(value json.RawMessage) expression {
	var read any
	if json.Unmarshal(value, &read) != nil {
		return atom("unknown")
	}
	switch v := read.(type) {
	case string:
		return atom(quote(v))
	case float64, bool, nil:
		return atom(string(value))
	case []any:
		return atom("unknown[]")
	}
	return atom("{ [key: string]: unknown }")
}
