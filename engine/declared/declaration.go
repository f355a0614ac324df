package declared

import (
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/schema"
)

// Declaration is one decorator application, as the running script made it.
type Declaration struct {
	Decorator string
	Target    Target
	Owner     manifest.Ref // the class or function
	Name      string       // its own, which is not always the one it is exported under
	Member    string       // the decorated member, or the one whose parameter is; "constructor" too
	Static    bool
	Param     int // OnParam: its index
	Options   manifest.Options
	Record    int // which of the VM's it is, counted over all of them
}

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
	Options   manifest.Options
}

// JSONProperty reads the options of a @JsonProperty.
func (d Declaration) JSONProperty() schema.Property {
	p := schema.Property{Name: d.Options.Text("name"), Aliases: d.Options.Texts("aliases"), Type: d.Options.Text("type")}
	if ref, ok := d.Options["listClass"].(manifest.Ref); ok {
		p.ListClass = &schema.ClassRef{File: ref.File, Export: ref.Export}
	}
	p.Required, p.RequiredMessage = d.Demands()
	if nillable, given := d.Options.Bool("nillable"); given {
		p.Nillable = &nillable
	}
	return p
}
