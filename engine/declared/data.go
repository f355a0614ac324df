package declared

import (
	"slices"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
)

// Declares reports whether the class itself has the member, or a constructor parameter that makes it.
func (o *Owner) Declares(name string) bool {
	return slices.ContainsFunc(o.Class.Members, func(m *source.Member) bool {
		return m.Name == name && !m.Static || m.Kind == source.Constructor &&
			slices.ContainsFunc(m.Params, func(p *source.Param) bool { return p.IsProperty && p.Name == name })
	})
}

// DataName returns the property that a declaration decorates: its member, or the member that a constructor
// parameter makes.
func (o *Owner) DataName(d *Declaration) string {
	if d.Target != OnParam {
		return d.Member
	}
	if p := o.ParameterOf(d); p != nil && p.IsProperty {
		return p.Name
	}
	return ""
}

// ParameterOf returns the constructor parameter that a declaration decorates, or nil.
func (o *Owner) ParameterOf(d *Declaration) *source.Param {
	if d.Target != OnParam || d.Member != "constructor" {
		return nil
	}
	for _, m := range o.Class.Members {
		if m.Kind == source.Constructor && d.Param < len(m.Params) {
			return m.Params[d.Param]
		}
	}
	return nil
}

// XMLRoot returns the element name that a class declares, or "" if the declaration is not an @XmlRoot.
func (d Declaration) XMLRoot() string {
	if d.Decorator != "XmlRoot" {
		return ""
	}
	return d.Options.Text("name")
}

// Describe adds what the declaration says about a field; it returns false if it says nothing about fields.
func (d Declaration) Describe(p *schema.Property) bool {
	switch d.Decorator {
	case "JsonProperty":
		was := *p
		*p = d.JSONProperty()
		p.XML, p.Ignored = was.XML, was.Ignored
	case "JsonIgnore":
		p.Ignored = true
	case "XmlElement":
		p.XML.Name, p.XML.Wrapper = d.Options.Text("name"), d.Options.Text("wrapper")
	case "XmlAttribute":
		p.XML.Name, p.XML.Attribute = d.Options.Text("name"), true
	case "XmlValue":
		p.XML.Content = true
	default:
		return false
	}
	return true
}
