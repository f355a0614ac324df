package schema

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Judge is a [Maker] that knows the constraints that an application has defined itself.
type Judge[V any] interface {
	Maker[V]

	// Judge checks a value it has made against one use of a constraint. broken reports whether the value
	// breaks it, and message says how. The error is one that the script threw.
	Judge(use int, value V) (message string, broken bool, err error)
}

// ownRule is one use of a constraint that the application has defined itself.
type ownRule struct {
	code   string
	params []Member
	use    int    // identifies the use to a [Judge]
	text   string // the text that describes it in a schema
	nulls  bool   // it checks null, too
}

// addOwn adds a use of a constraint of the application's own, which applies to values of any type.
func (r *Rules) addOwn(c Constraint) {
	use, _ := c.Options["use"].(int64)
	own := ownRule{code: c.text("name"), use: int(use), text: c.text("message"), nulls: c.flag("nulls")}
	if list, _ := c.Options["arguments"].([]any); len(list) > 0 && !slices.ContainsFunc(list, isObscure) {
		own.params = []Member{{"arguments", list}}
	}
	r.own = append(r.own, own)
}

// isObscure reports whether JSON cannot represent a value.
func isObscure(value any) bool {
	switch v := value.(type) {
	case nil, string, bool, int64, float64:
		return false
	case []any:
		return slices.ContainsFunc(v, isObscure)
	default:
		return true
	}
}

// described returns the description of the rule in a schema.
func (c *ownRule) described() string {
	if c.text == "" {
		return `Validated by "` + c.code + `".`
	}
	return sentence(c.text)
}

// sentence turns a message into a sentence.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(text[size:], ".") + "."
}

// isJudged reports whether an application's own constraints are on the type itself.
func (t *Type) isJudged() bool { return t.Rules != nil && t.Rules.own != nil }

// Judged checks a value that fits a type, and its other constraints, against the application's own
// constraints. A Maker that is not a [Judge] has no such constraints.
func Judged[V any](m Maker[V], t *Type, value V, isNull bool) (found []Mismatch, err error) {
	if !t.isJudged() {
		return nil, nil
	}
	judge, ok := m.(Judge[V])
	if !ok {
		return nil, nil
	}
	for i := range t.Rules.own {
		c := &t.Rules.own[i]
		if isNull && !c.nulls {
			continue
		}
		message, broken, err := judge.Judge(c.use, value)
		if err != nil {
			return nil, err
		}
		if broken {
			found = append(found, Mismatch{Code: c.code, Params: c.params, Message: message})
		}
	}
	return found, nil
}

// CheckSize checks the size of a list that was not bound by this package, such as a list of files.
func (t *Type) CheckSize(n int) []Mismatch { return t.Rules.checkItems(n, nil) }
