package manifest

import (
	"time"
)

// Ref names a class or function by the file that exports it and the exported name.
type Ref struct {
	File, Export string
}

// IsZero reports whether r names nothing.
func (r Ref) IsZero() bool { return r == Ref{} }

// Options are a decorator's arguments as plain values: string, bool, int64, float64, nil, []any, map[string]any,
// [Ref] for a class, [Unexported] for a class that no file exports, [Regexp] for a regular expression, [JSON] for
// a document, [ParamDecorator] for a decorator given as a value.
type Options map[string]any

// Bool returns a boolean option, and whether it is given.
func (o Options) Bool(name string) (value, given bool) {
	value, given = o[name].(bool)
	return value, given
}

// Text returns a text option, or "".
func (o Options) Text(name string) string {
	s, _ := o[name].(string)
	return s
}

// Flag reports whether an option is true.
func (o Options) Flag(name string) bool { return o[name] == true }

// Duration returns a duration option, or 0.
func (o Options) Duration(name string) time.Duration {
	d, _ := o[name].(time.Duration)
	return d
}

// Number returns a number option, or 0.
func (o Options) Number(name string) float64 {
	n, _ := o[name].(float64)
	return n
}

// Template returns a template option, or nil.
func (o Options) Template(name string) *Template {
	t, _ := o[name].(*Template)
	return t
}

// Texts returns the texts of an option: a string, or an array of strings.
func (o Options) Texts(name string) []string {
	switch v := o[name].(type) {
	case string:
		return []string{v}
	case []string:
		return v
	case []any:
		list := make([]string, 0, len(v))
		for _, item := range v {
			if s, ok := item.(string); ok {
				list = append(list, s)
			}
		}
		return list
	}
	return nil
}
