package manifest

// XMLNames says how a class is written as XML.
type XMLNames struct {
	Root string // empty when nothing states one

	// Members has what differs from the member's name in JSON: "@id" is an attribute, "#text" the element's
	// own text, "lines/line" elements within one of their own.
	Members map[string]string
}

// xmlNames collects what the decorators of XML say of members, over what @JsonProperty calls them.
func (b *builder) xmlNames() {
	b.out.XMLNames = map[Ref]XMLNames{}
	for _, d := range b.Declarations {
		names := b.out.XMLNames[d.Owner]
		if d.Decorator == "XmlRoot" {
			names.Root = d.XMLRoot()
			b.out.XMLNames[d.Owner] = names
			continue
		}
		member := b.inXML(d)
		if member == "" {
			continue
		}
		if names.Members == nil {
			names.Members = map[string]string{}
		}
		names.Members[d.Member] = member
		b.out.XMLNames[d.Owner] = names
	}
}

// inXML is what a decorator makes of its member's name.
func (b *builder) inXML(d Declaration) string {
	name := d.Options.text("name")
	if name == "" {
		name = d.Member
		if inJSON := b.out.WireNames[d.Owner][d.Member]; inJSON != "" {
			name = inJSON
		}
	}
	switch d.Decorator {
	case "XmlAttribute":
		return "@" + name
	case "XmlValue":
		return "#text"
	case "XmlElement":
		if wrapper := d.Options.text("wrapper"); wrapper != "" {
			return wrapper + "/" + name
		}
		return name
	default:
		return ""
	}
}
