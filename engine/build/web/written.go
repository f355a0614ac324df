package web

import (
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// written lists the classes whose objects are not written as their properties are.
func (b *builder) written() {
	for _, file := range b.Project.Files() {
		for _, class := range file.Classes {
			if class.Ambient {
				continue
			}
			owner := b.DeclaredClass(file, class)
			w := manifest.Written{File: file.Path, Name: class.Name, Export: class.Export, Members: b.writtenMembers(owner)}
			if d := owner.Find("XmlRoot"); d != nil {
				w.Root = d.XMLRoot()
			}
			if len(w.Members) > 0 || w.Root != "" {
				b.out.Written = append(b.out.Written, w)
			}
		}
	}
}

// writtenMembers returns the declared members of a class that are not written as they are, and those that a base
// class hides and the class itself shows.
func (b *builder) writtenMembers(owner *declared.Owner) map[string]manifest.Member {
	members := map[string]manifest.Member{}
	for _, name := range b.Types.Hidden(owner.File, owner.Class) {
		members[name] = manifest.Member{Hidden: true}
	}
	for _, d := range owner.Members {
		if name := owner.DataName(d); name != "" {
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

// ownFields returns the data fields that a class itself declares.
func (b *builder) ownFields(owner *declared.Owner) []*schema.Field {
	class := b.Types.Class(owner.File, owner.Class)
	_ = b.Types.ResolveFields(class) // mistakes are reported where the class is bound
	var own []*schema.Field
	for _, f := range class.Fields {
		if f.Place.File == owner.File.Path && owner.Declares(f.Name) {
			own = append(own, f)
		}
	}
	return own
}

// hiddenAbove lists the fields that the base classes of a class hide.
func (b *builder) hiddenAbove(owner *declared.Owner) (names []string) {
	for _, base := range b.Chain(owner)[1:] {
		names = append(names, b.Types.Hidden(base.File, base.Class)...)
	}
	return names
}

// nameMember records the name that a decorator gives a member.
func (b *builder) nameMember(members map[string]manifest.Member, property string, d *declared.Declaration) {
	m := members[property]
	name := d.Options.Text("name")
	switch d.Decorator {
	case "JsonProperty":
		m.JSON = name
		if m == (manifest.Member{}) {
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

// treeName returns the name in XML: that of its decorator, or else that in JSON.
func (b *builder) treeName(d *declared.Declaration, name string) string {
	if name != "" {
		return name
	}
	for _, other := range b.Classes[d.Owner].Members {
		if other.Decorator == "JsonProperty" && other.Member == d.Member && other.Target == d.Target && other.Options.Text("name") != "" {
			return other.Options.Text("name")
		}
	}
	return d.Member
}
