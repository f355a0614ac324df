package declared

import (
	"slices"

	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// Declares reports whether the class itself has a member, or a constructor parameter that makes one.
func (o *Owner) Declares(name string) bool {
	return slices.ContainsFunc(o.Class.Members, func(m *source.Member) bool {
		return m.Name == name && !m.Static || m.Kind == source.Constructor &&
			slices.ContainsFunc(m.Params, func(p *source.Param) bool { return p.IsProperty && p.Name == name })
	})
}

// DataName is the property that a declaration stands on: its member, or the parameter of the constructor that makes one.
func (o *Owner) DataName(d *Declaration) string {
	if d.Target != OnParam {
		return d.Member
	}
	if p := o.ParameterOf(d); p != nil && p.IsProperty {
		return p.Name
	}
	return ""
}

// ParameterOf is the parameter of the constructor that a declaration stands on; nil for one of anything else.
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

// XMLRoot is the name that a class states for its element; empty when it is no @XmlRoot.
func (d Declaration) XMLRoot() string {
	if d.Decorator != "XmlRoot" {
		return ""
	}
	return d.Options.Text("name")
}

// Describe adds what the declaration says of a field; false when it says nothing of one.
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
