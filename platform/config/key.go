package config

import (
	"strconv"
	"strings"
)

// segment is one step of a key: a name below a map, or [0] below a list.
type segment struct {
	name      string
	bracketed bool
}

// index returns the list position of a segment.
func (s segment) index() (int, bool) {
	if s.name == "" || len(s.name) > 9 {
		return 0, false
	}
	for i := range len(s.name) {
		if s.name[i] < '0' || s.name[i] > '9' {
			return 0, false
		}
	}
	n, _ := strconv.Atoi(s.name)
	return n, true
}

// isName reports whether a segment is not a position in a list.
func (s segment) isName() bool {
	_, isIndex := s.index()
	return !isIndex && s.name != ""
}

// fold returns the form in which names are compared: lower case, without dashes and underscores.
// A name that consists of those only stays unchanged.
func fold(name string) string {
	folded := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return -1
		}
		return r
	}, strings.ToLower(name))
	if folded == "" {
		return name
	}
	return folded
}

// splitKey splits a[0].b and labels[some.name] into segments. Brackets may be nested, so that a
// name may contain a balanced pair of its own.
func splitKey(key string) []segment {
	var out []segment
	for key != "" {
		if key[0] == '[' {
			end := closingBracket(key)
			out = append(out, segment{name: key[1:end], bracketed: true})
			key = strings.TrimPrefix(key[min(end+1, len(key)):], ".")
			continue
		}
		end := strings.IndexAny(key, ".[")
		if end < 0 {
			return append(out, segment{name: key})
		}
		out = append(out, segment{name: key[:end]})
		key = strings.TrimPrefix(key[end:], ".")
	}
	return out
}

func closingBracket(key string) int {
	depth := 0
	for i := range len(key) {
		switch key[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(key)
}

// joinName appends the name of a map's entry to the key of the map.
func joinName(key, name string) string {
	switch {
	case strings.ContainsAny(name, ".[]"):
		return key + "[" + name + "]"
	case key == "":
		return name
	default:
		return key + "." + name
	}
}

// joinIndex appends a list position to the key of the list.
func joinIndex(key string, i int) string {
	return key + "[" + strconv.Itoa(i) + "]"
}

// joinKeys puts a relative key below another one.
func joinKeys(parent, key string) string {
	if parent == "" || key == "" || key[0] == '[' {
		return parent + key
	}
	return parent + "." + key
}
