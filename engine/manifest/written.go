package manifest

import (
	"slices"

	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// Written says how objects of a class are written as JSON and XML, where that is not as their properties are. Reading has
// it in the types; writing has objects, and finds it by their class.
type Written struct {
	File   string
	Name   string // of the class in its file
	Export string // empty when nobody outside the file can have it
	Root   string // the name of its element in XML; empty when nothing states one

	// Members are what the class itself says of properties; what its bases say is said of them.
	Members map[string]Member
}

// Member is how one property is written.
type Member struct {
	JSON string // its name; empty for that of the property

	// XML is the name there, empty for that in JSON: "@id" is an attribute, "#text" the element's own text, "lines/line"
	// elements within one of their own.
	XML string

	Hidden bool  // it is not written
	Form   *Form // of its value
}

// written lists the classes of which there is something to say.
func (b *webBuilder) written() {
	for _, file := range b.Project.Files() {
		for _, class := range file.Classes {
			if class.Ambient {
				continue
			}
			owner := b.declaredClass(file, class)
			w := Written{File: file.Path, Name: class.Name, Export: class.Export, Members: b.writtenMembers(owner)}
			if d := owner.find("XmlRoot"); d != nil {
				w.Root = d.XMLRoot()
			}
			if len(w.Members) > 0 || w.Root != "" {
				b.out.Written = append(b.out.Written, w)
			}
		}
	}
}

// writtenMembers is what a class says of its members. What a base hides and the class itself shows, it says as well.
func (b *webBuilder) writtenMembers(owner *declared) map[string]Member {
	members := map[string]Member{}
	for _, name := range b.Types.Hidden(owner.file, owner.class) {
		members[name] = Member{Hidden: true}
	}
	for _, d := range owner.members {
		if name := owner.dataName(d); name != "" {
			b.nameMember(members, name, d)
		}
	}
	above := b.hiddenAbove(owner)
	for _, field := range b.ownFields(owner) {
		m, said := members[field.Name]
		m.Form = b.form(field.Type)
		if said || m.Form != nil || slices.Contains(above, field.Name) {
			members[field.Name] = m
		}
	}
	return members
}

// ownFields are the fields of the data that a class itself declares.
func (b *webBuilder) ownFields(owner *declared) []*schema.Field {
	class := b.Types.Class(owner.file, owner.class)
	_ = b.Types.ResolveFields(class) // whoever binds it has told what is wrong with it
	var own []*schema.Field
	for _, f := range class.Fields {
		if f.Place.File == owner.file.Path && owner.declares(f.Name) {
			own = append(own, f)
		}
	}
	return own
}

// declares reports whether the class itself has a member, or a constructor parameter that makes one.
func (o *declared) declares(name string) bool {
	return slices.ContainsFunc(o.class.Members, func(m *source.Member) bool {
		return m.Name == name && !m.Static || m.Kind == source.Constructor &&
			slices.ContainsFunc(m.Params, func(p *source.Param) bool { return p.IsProperty && p.Name == name })
	})
}

// hiddenAbove lists what the bases of a class hide.
func (b *webBuilder) hiddenAbove(owner *declared) (names []string) {
	for _, base := range b.chain(owner)[1:] {
		names = append(names, b.Types.Hidden(base.file, base.class)...)
	}
	return names
}

// dataName is the property that a declaration stands on: its member, or the parameter of the constructor that makes one.
func (o *declared) dataName(d *Declaration) string {
	if d.Target != OnParam {
		return d.Member
	}
	if p := o.parameterOf(d); p != nil && p.IsProperty {
		return p.Name
	}
	return ""
}

// parameterOf is the parameter of the constructor that a declaration stands on; nil for one of anything else.
func (o *declared) parameterOf(d *Declaration) *source.Param {
	if d.Target != OnParam || d.Member != "constructor" {
		return nil
	}
	for _, m := range o.class.Members {
		if m.Kind == source.Constructor && d.Param < len(m.Params) {
			return m.Params[d.Param]
		}
	}
	return nil
}

// nameMember notes what a decorator calls a member.
func (b *webBuilder) nameMember(members map[string]Member, property string, d *Declaration) {
	m := members[property]
	name := d.Options.Text("name")
	switch d.Decorator {
	case "JsonProperty":
		m.JSON = name
		if m == (Member{}) {
			return
		}
	case "XmlAttribute":
		m.XML = "@" + b.treeName(d, name)
	case "XmlValue":
		m.XML = "#text"
	case "XmlElement":
		if m.XML = b.treeName(d, name); d.Options.Text("wrapper") != "" {
			m.XML = d.Options.Text("wrapper") + "/" + m.XML
		}
	default:
		return
	}
	members[property] = m
}

// treeName is the name in XML: that of its decorator, else that in JSON.
func (b *webBuilder) treeName(d *Declaration, name string) string {
	if name != "" {
		return name
	}
	for _, other := range b.classes[d.Owner].members {
		if other.Decorator == "JsonProperty" && other.Member == d.Member && other.Target == d.Target && other.Options.Text("name") != "" {
			return other.Options.Text("name")
		}
	}
	return d.Member
}
