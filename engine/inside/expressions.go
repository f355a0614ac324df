package inside

import (
	"errors"
	"reflect"
	"regexp"
	"sync"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// Expression has the fields of a regexpPattern: the source of a regular expression as the matchers read it, and the two matchers. Go's own
// finds matches in linear time, and looks for the first one and for all of them from the beginning of a text; for the rest, or if it
// cannot express the source, the other one is made.
type Expression struct {
	Src                                                    string
	Global, IgnoreCase, Multiline, DotAll, Sticky, Unicode bool
	RegexpWrapper                                          *regexp.Regexp
	Regexp2Wrapper                                         *Backtracker
}

// Backtracker has the fields of a regexp2Wrapper.
type Backtracker struct {
	Rx    *regexp2.Regexp
	cache pointer // goja's own; it makes the type as large as theirs
}

// regularExpression has the first fields of a regexpObject.
type regularExpression struct {
	Plain
	pattern *Expression
}

// expressionTable is that of what is behind an object that is a regular expression.
var expressionTable pointer

var checkExpressions = sync.OnceValue(func() error {
	if err := checkObjects(); err != nil {
		return err
	}
	rt := goja.New()
	sample, err := rt.New(rt.Get("RegExp"), rt.ToValue("x"))
	if err != nil {
		return err
	}
	expressionTable = selfOf(sample).table
	theirs, found := implementation(sample).FieldByName("pattern")
	if !found {
		return errors.New("a regular expression has no pattern")
	}
	err = errors.Join(expect(sample, "regexpObject", reflect.TypeFor[regularExpression]()), same(theirs.Type.Elem(), reflect.TypeFor[Expression]()))
	if err != nil {
		return err
	}
	backtracker, err := fieldOf(theirs.Type.Elem(), "regexp2Wrapper") // which is made here, too
	return errors.Join(err, same(backtracker.Type.Elem(), reflect.TypeFor[Backtracker]()))
})

// ExpressionOf returns what is behind an object; nil for a value that is not a regular expression.
func ExpressionOf(v goja.Value) *Expression {
	object, ok := v.(*goja.Object)
	if !ok || !Builtins.On() {
		return nil
	}
	self := selfOf(object)
	if self.table != expressionTable {
		return nil
	}
	return (*regularExpression)(self.data).pattern
}
