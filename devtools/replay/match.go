package replay

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"time"
)

// Difference is one place at which something is otherwise than it was expected.
type Difference struct {
	Path     string `json:"path"` // such as body.users[0].name
	Expected any    `json:"expected"`
	Received any    `json:"received"`
	Why      string `json:"why,omitempty"` // what more there is to say
}

// absent takes the place of a value that one of the sides does not have.
type absent struct{}

// MarshalJSON implements json.Marshaler.
func (absent) MarshalJSON() ([]byte, error) { return []byte(`"(nothing)"`), nil }

// matching compares values.
type matching struct {
	found []Difference
}

// maxDifferences is how many differences are listed.
const maxDifferences = 100

func (m *matching) add(path string, expected, received any, why string) {
	if len(m.found) < maxDifferences {
		m.found = append(m.found, Difference{path, expected, received, why})
	}
}

// value compares a value with what is expected, which may be a matcher or have some in it. It returns what is expected, with what was
// received in the places of the matchers that it satisfies, so that both can be shown side by side.
func (m *matching) value(path string, expected, received any) any {
	switch e := expected.(type) {
	case map[string]any:
		if matcher, arg, is := matcherOf(e); is {
			if why := satisfies(matcher, arg, received); why != "" {
				m.add(path, expected, received, why)
				return expected
			}
			return received
		}
		if r, ok := received.(map[string]any); ok {
			return m.object(path, e, r)
		}
	case []any:
		if r, ok := received.([]any); ok {
			return m.array(path, e, r)
		}
	case string:
		if r, ok := received.(string); ok && sameText(e, r) {
			return received
		}
	case json.Number:
		if r, ok := received.(json.Number); ok && sameNumber(e, r) {
			return received
		}
	default:
		if expected == received {
			return received
		}
	}
	if expected == Masked && received != (absent{}) { // whatever was there
		return received
	}
	m.add(path, expected, received, "")
	return expected
}

func (m *matching) object(path string, expected, received map[string]any) any {
	shown := map[string]any{}
	for name, e := range expected {
		r, there := received[name]
		if !there {
			if matcher, arg, is := matcherOf(e); is && satisfies(matcher, arg, absent{}) == "" {
				continue
			}
			m.add(path+"."+name, e, absent{}, "")
			shown[name] = e
			continue
		}
		shown[name] = m.value(path+"."+name, e, r)
	}
	for name, r := range received {
		if _, there := expected[name]; !there {
			m.add(path+"."+name, absent{}, r, "")
		}
	}
	return shown
}

func (m *matching) array(path string, expected, received []any) any {
	shown := make([]any, len(expected))
	for i, e := range expected {
		at := fmt.Sprintf("%s[%d]", path, i)
		if i >= len(received) {
			m.add(at, e, absent{}, "")
			shown[i] = e
			continue
		}
		shown[i] = m.value(at, e, received[i])
	}
	for i := len(expected); i < len(received); i++ {
		m.add(fmt.Sprintf("%s[%d]", path, i), absent{}, received[i], "")
	}
	return shown
}

// sameText compares texts. What is masked matches any text.
func sameText(expected, received string) bool {
	if expected == received {
		return true
	}
	parts := strings.Split(expected, Masked)
	if len(parts) == 1 || !strings.HasPrefix(received, parts[0]) {
		return false
	}
	rest, last := received[len(parts[0]):], parts[len(parts)-1]
	for _, part := range parts[1 : len(parts)-1] {
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return strings.HasSuffix(rest, last)
}

// longestNumber is the length of numbers that are compared by what they are worth.
const longestNumber = 40

func sameNumber(a, b json.Number) bool {
	if a == b {
		return true
	}
	if len(a) > longestNumber || len(b) > longestNumber {
		return false
	}
	x, errX := a.Float64()
	y, errY := b.Float64()
	if errX != nil || errY != nil || x != y {
		return false
	}
	if strings.ContainsAny(string(a)+string(b), ".eE") {
		return true
	}
	m, okM := new(big.Int).SetString(string(a), 10)
	n, okN := new(big.Int).SetString(string(b), 10)
	return okM && okN && m.Cmp(n) == 0
}

// matcherOf returns the matcher that a value is.
func matcherOf(value any) (name string, arg any, is bool) {
	object, ok := value.(map[string]any)
	if !ok || len(object) != 1 {
		return "", nil, false
	}
	for name, arg := range object {
		switch name {
		case "$any", "$matches", "$optional":
			return name, arg, true
		}
	}
	return "", nil, false
}

// satisfies reports why a value is not what a matcher wants; empty if it is.
func satisfies(matcher string, arg, received any) string {
	text, ok := arg.(string)
	if !ok {
		return matcher + " has a text"
	}
	switch matcher {
	case "$optional":
		if received == (absent{}) {
			return ""
		}
		return isAny(text, received)
	case "$any":
		return isAny(text, received)
	}
	pattern, err := regexp.Compile(text)
	if err != nil {
		return "the regular expression cannot be read: " + err.Error()
	}
	got, ok := received.(string)
	if n, is := received.(json.Number); is {
		got, ok = n.String(), true
	}
	if !ok || !pattern.MatchString(got) {
		return "does not match " + text
	}
	return ""
}

var uuidPattern = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// isAny reports why a value is not of a sort.
func isAny(sort string, received any) string {
	ok := false
	text, isText := received.(string)
	switch sort {
	case "value":
		ok = received != (absent{})
	case "string":
		ok = isText
	case "number":
		_, ok = received.(json.Number)
	case "integer":
		n, is := received.(json.Number)
		ok = is && !strings.ContainsAny(n.String(), ".eE")
	case "boolean":
		_, ok = received.(bool)
	case "array":
		_, ok = received.([]any)
	case "object":
		_, ok = received.(map[string]any)
	case "date":
		ok = isText && isDate(text)
	case "uuid":
		ok = isText && uuidPattern.MatchString(text)
	default:
		return fmt.Sprintf("%q is not known: there are value, string, number, integer, boolean, array, object, date and uuid", sort)
	}
	if !ok {
		return "is not any " + sort
	}
	return ""
}

// isDate reports whether a text is a day or a point in time.
func isDate(text string) bool {
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly, time.DateTime, time.RFC1123} {
		if _, err := time.Parse(layout, text); err == nil {
			return true
		}
	}
	return false
}
