package config

// Flat reads a section, at any depth, as texts by their names with dots between them: tags.environment.
func (r *Reader) Flat(key string) map[string]string {
	r.declared(key, TypeMap, 0)
	v, ok := r.value(key)
	if !ok {
		return nil
	}
	if v.Kind() != Map {
		r.unusable(v, "a section", "\n  name: value")
		return nil
	}
	texts := map[string]string{}
	r.flatten(v, "", texts)
	return texts
}

func (r *Reader) flatten(section Value, above string, texts map[string]string) {
	for _, f := range section.Fields() {
		switch f.Value.Kind() {
		case Map:
			r.flatten(f.Value, above+f.Name+".", texts)
		case List:
			r.unusable(f.Value, "a text", "main")
		case Null:
		default:
			texts[above+f.Name] = f.Value.Text()
		}
	}
}
