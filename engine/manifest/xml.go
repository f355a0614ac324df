package manifest

import "github.com/fwrun/fwrun/schema"

// xmlDecorators list what says how a class looks in XML; see docs/guide/http.md.
func xmlDecorators() []Decorator {
	named := []Option{{"name", Text}}
	return []Decorator{
		{Name: "XmlRoot", First: "name", Targets: OnClass, Needs: true, Options: named},
		{Name: "XmlElement", First: "name", Targets: OnField | OnMethod, Options: []Option{{"name", Text}, {"wrapper", Text}}},
		{Name: "XmlAttribute", First: "name", Targets: OnField | OnMethod, Options: named},
		{Name: "XmlValue", Targets: OnField | OnMethod},
	}
}

// isDataDecorator tells what belongs to data, which needs no container.
func isDataDecorator(name string) bool {
	switch name {
	case "JsonProperty", "JsonIgnore", "XmlElement", "XmlAttribute", "XmlValue":
		return true
	}
	return isRowDecorator(name) || IsConstraint(name)
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
