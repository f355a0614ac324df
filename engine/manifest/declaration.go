package manifest

import (
	"time"

	"github.com/fwrun/fwrun/schema"
)

// Ref names a class or function by the file that exports it and the exported name.
type Ref struct {
	File, Export string
}

// IsZero tells a Ref to nothing.
func (r Ref) IsZero() bool { return r == Ref{} }

// Declaration is one decorator application, as the running script made it.
type Declaration struct {
	Decorator string
	Target    Target
	Owner     Ref    // the class or function
	Name      string // its own, which is not always the one it is exported under
	Member    string // the decorated member, or the one whose parameter is; "constructor" too
	Static    bool
	Param     int // OnParam: its index
	Options   Options
	Record    int // which of the VM's it is, counted over all of them
}

// Options are a decorator's arguments as plain values: string, bool, int64, float64,
// nil, []any, map[string]any, [Ref] for a class, [Unexported] for one that no file
// exports, [Regexp] for a regular expression, [JSON] for a document, [ParamDecorator] for a decorator given as a
// value.
type Options map[string]any

// JSON is an object that a script wrote, as JSON.stringify makes it, in the order of its members.
type JSON string

// Unwritable is an object that no JSON can be made of, and why.
type Unwritable string

// Unexported is the name of a class or function that cannot be referred to.
type Unexported string

// Regexp is a regular expression as a script writes it: /source/flags.
type Regexp = schema.Regexp

// ParamDecorator is a decorator used as a value: params: {a: RequestParam({required: false})},
// validate: [Min(1), Email].
type ParamDecorator struct {
	Decorator string
	Options   Options
}

// Bool is true or false, and whether it is given.
func (o Options) Bool(name string) (value, given bool) {
	value, given = o[name].(bool)
	return value, given
}

// Text is a text, or "".
func (o Options) Text(name string) string {
	s, _ := o[name].(string)
	return s
}

// Flag reports whether an option is true.
func (o Options) Flag(name string) bool { return o[name] == true }

// Duration is one, or 0.
func (o Options) Duration(name string) time.Duration {
	d, _ := o[name].(time.Duration)
	return d
}

// Number is one, or 0.
func (o Options) Number(name string) float64 {
	n, _ := o[name].(float64)
	return n
}

// Template is one, or nil.
func (o Options) Template(name string) *Template {
	t, _ := o[name].(*Template)
	return t
}

// Texts are several: a string, or an array of strings.
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

// JSONProperty reads the options of a @JsonProperty.
func (d Declaration) JSONProperty() schema.Property {
	p := schema.Property{Name: d.Options.Text("name"), Aliases: d.Options.Texts("aliases"), Type: d.Options.Text("type")}
	if ref, ok := d.Options["listClass"].(Ref); ok {
		p.ListClass = &schema.ClassRef{File: ref.File, Export: ref.Export}
	}
	p.Required, p.RequiredMessage = d.demands()
	if nillable, given := d.Options.Bool("nillable"); given {
		p.Nillable = &nillable
	}
	return p
}
