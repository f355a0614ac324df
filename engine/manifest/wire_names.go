package manifest

// wireNames collects what @JsonProperty calls members in JSON. Reading has it in the types;
// writing has no types, only objects, and finds it by their class.
func (b *builder) wireNames() {
	b.out.WireNames = map[Ref]map[string]string{}
	for _, d := range b.Declarations {
		name := d.Options.text("name")
		if d.Decorator != "JsonProperty" || name == "" || name == d.Member {
			continue
		}
		if b.out.WireNames[d.Owner] == nil {
			b.out.WireNames[d.Owner] = map[string]string{}
		}
		b.out.WireNames[d.Owner][d.Member] = name
	}
}
