package guard

import (
	"reflect"
	"regexp"
	"strings"
	"sync"
	"unsafe"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// expression is what goja keeps of a regular expression, field by field: its source as the matchers read it, and the two
// matchers. Go's own finds matches in linear time, and looks for the first one and for all of them from the beginning of
// a text; for the rest, or if it cannot express the source, the other one is made.
type expression struct {
	src                                                    string
	global, ignoreCase, multiline, dotAll, sticky, unicode bool
	regexpWrapper                                          *regexp.Regexp
	regexp2Wrapper                                         *backtracker
}

type backtracker struct {
	rx    *regexp2.Regexp
	cache *struct{} //nolint:unused // goja's own; it makes the type as large as theirs
}

// options are those with which goja makes the matcher that goes back.
func (e *expression) options() regexp2.RegexOptions {
	options := regexp2.RegexOptions(regexp2.ECMAScript)
	if e.ignoreCase {
		options |= regexp2.IgnoreCase
	}
	if e.multiline {
		options |= regexp2.Multiline
	}
	if e.dotAll {
		options |= regexp2.Singleline
	}
	if e.unicode {
		options |= regexp2.Unicode
	}
	return options
}

// expressionPlaces holds where goja keeps the expression of an object.
type expressionPlaces struct {
	known   bool
	self    uintptr        // of Object: the implementation, an interface
	regexp  unsafe.Pointer // its method table for regular expressions
	pattern uintptr        // of a regular expression: a pointer to an expression
}

// face is the two words of an interface value.
type face struct{ table, data unsafe.Pointer }

var expressionPlacesKnown = sync.OnceValue(findExpressions)

func findExpressions() (p expressionPlaces) {
	defer func() {
		if recover() != nil {
			p = expressionPlaces{}
		}
	}()
	rt := goja.New()
	object, err := rt.New(rt.Get("RegExp"), rt.ToValue("x"))
	if err != nil {
		return p
	}
	self, _ := reflect.TypeFor[goja.Object]().FieldByName("self")
	p.self = self.Offset
	p.regexp = (*face)(unsafe.Add(unsafe.Pointer(object), p.self)).table
	pattern, found := reflect.ValueOf(object).Elem().FieldByName("self").Elem().Type().Elem().FieldByName("pattern")
	p.pattern = pattern.Offset
	theirs, ours := pattern.Type.Elem(), reflect.TypeFor[expression]()
	p.known = found && self.Type.Kind() == reflect.Interface && sameFields(theirs, ours) &&
		sameFields(theirs.Field(ours.NumField()-1).Type.Elem(), reflect.TypeFor[backtracker]()) &&
		theirs.Field(ours.NumField()-2).Type.Elem().ConvertibleTo(reflect.TypeFor[regexp.Regexp]())
	return p
}

// sameFields reports whether theirs has the fields of ours.
func sameFields(theirs, ours reflect.Type) bool {
	for i := range ours.NumField() {
		a, b := theirs.Field(i), ours.Field(i)
		if a.Name != b.Name || a.Offset != b.Offset || a.Type.Kind() != b.Type.Kind() {
			return false
		}
	}
	return theirs.NumField() == ours.NumField()
}

// expressionOf returns the expression of an object; nil for a value that is not a regular expression.
func expressionOf(v goja.Value) *expression {
	object, ok := v.(*goja.Object)
	p := expressionPlacesKnown()
	if !ok || !p.known {
		return nil
	}
	self := (*face)(unsafe.Add(unsafe.Pointer(object), p.self))
	if self.table != p.regexp {
		return nil
	}
	return *(**expression)(unsafe.Add(self.data, p.pattern))
}

// asciiBoundaries writes out the boundaries of words in a source, since with the option for Unicode regexp2 takes all letters
// for those of words; in JavaScript these are the ASCII ones.
func asciiBoundaries(source string) string {
	if !strings.Contains(source, `\b`) && !strings.Contains(source, `\B`) {
		return source
	}
	var b strings.Builder
	for i := 0; i < len(source); i++ {
		from := i
		switch source[i] {
		case '[':
			i = min(endOfClass(source, i), len(source)-1)
		case '\\':
			i = min(i+1, len(source)-1)
		}
		switch part := source[from : i+1]; part {
		case `\b`:
			b.WriteString(`(?:(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])(?=[A-Za-z0-9_]))`)
		case `\B`:
			b.WriteString(`(?:(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<![A-Za-z0-9_])(?![A-Za-z0-9_]))`)
		default:
			b.WriteString(part)
		}
	}
	return b.String()
}
