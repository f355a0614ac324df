package schema

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Judge is a [Maker] that knows the constraints that an application has made itself.
type Judge[V any] interface {
	Maker[V]

	// Judge holds a value it has made against the use of a constraint, and says what is wrong with
	// the value; broken is false when nothing is. The error is one the script threw.
	Judge(use int, value V) (message string, broken bool, err error)
}

// ownRule is a use of a constraint that the application has made itself.
type ownRule struct {
	code   string
	params []Member
	use    int    // as a [Judge] knows it
	text   string // what it is called in a schema
	nulls  bool   // it wants to see null, too
}

// addOwn adds the use of a constraint of the application's own, which is for values of any type.
func (r *Rules) addOwn(c Constraint) {
	use, _ := c.Options["use"].(int64)
	own := ownRule{code: c.text("name"), use: int(use), text: c.text("message"), nulls: c.flag("nulls")}
	if list, _ := c.Options["arguments"].([]any); len(list) > 0 && !slices.ContainsFunc(list, isObscure) {
		own.params = []Member{{"arguments", list}}
	}
	r.own = append(r.own, own)
}

// isObscure tells a value that JSON has no room for.
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

// told is what a schema says of the rule.
func (c *ownRule) told() string {
	if c.text == "" {
		return `Held against "` + c.code + `".`
	}
	return sentence(c.text)
}

// sentence makes one of a message.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(text[size:], ".") + "."
}

// isJudged reports whether an application's own constraints are on the type itself.
func (t *Type) isJudged() bool { return t.Rules != nil && t.Rules.own != nil }

// Judged holds a value that fits a type, and its other constraints, against those of the
// application's own. A maker that is no [Judge] has none.
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

// CheckSize tells what a list of so many breaks that was not bound here: of files.
func (t *Type) CheckSize(n int) []Mismatch { return t.Rules.checkItems(n, nil) }
