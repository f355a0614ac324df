package declared

import (
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// Declaration is one use of a decorator, recorded when the script ran.
type Declaration struct {
	Decorator string
	Target    Target
	Owner     manifest.Ref // the class or function
	Name      string       // the declared name, which may differ from the name of the export
	Member    string       // the decorated member, or the member of the decorated parameter; may be "constructor"
	Static    bool
	Param     int // for OnParam: its index
	Options   manifest.Options
	Record    int // its index among all records of the VM
}

// JSON is an object that a script wrote, as JSON.stringify writes it, with its members in order.
type JSON string

// Unwritable is the reason why an object cannot be converted to JSON.
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
	p := schema.Property{
		Name: d.Options.Text("name"), Aliases: d.Options.Texts("aliases"), Type: d.Options.Text("type"),
		Format: d.Options.Text("format"),
	}
	if ref, ok := d.Options["listClass"].(manifest.Ref); ok {
		p.ListClass = &schema.ClassRef{File: ref.File, Export: ref.Export}
	}
	p.Required, p.RequiredMessage = d.Demands()
	if nillable, given := d.Options.Bool("nillable"); given {
		p.Nillable = &nillable
	}
	if coerce, given := d.Options.Bool("coerce"); given {
		p.Coerce = &coerce
	}
	return p
}
