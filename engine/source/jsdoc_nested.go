package source

import "strings"

// nestParams returns the @param tags of whole parameters. Tags with a dotted name, such as options.size,
// become fields of the parameter they belong to.
func nestParams(docs []DocParam) []*DocParam {
	var top []*DocParam
	fields := map[string][]DocParam{}
	for i := range docs {
		d := docs[i]
		root, path, dotted := strings.Cut(d.Name, ".")
		if !dotted {
			top = append(top, &d)
			continue
		}
		root = strings.TrimSuffix(root, "[]")
		d.Name = path
		fields[root] = append(fields[root], d)
	}
	for _, d := range top {
		d.Type = nested(*d, fields[d.Name])
	}
	return top
}

// nested returns the type of a tag with fields of its own: a type without content, Object or Object[], is
// replaced by a shape.
func nested(d DocParam, fields []DocParam) *Type {
	if len(fields) == 0 || !announcesFields(d.Type) {
		return d.Type
	}
	shape := &Type{Kind: TypeShape, Pos: d.Pos}
	for _, f := range nestParams(fields) {
		field := ShapeField{Name: f.Name, Type: f.Type, Optional: f.Optional, Doc: f.Text, Pos: f.Pos}
		shape.Fields = append(shape.Fields, field)
	}
	if d.Type == nil {
		return shape
	}
	whole := *d.Type
	if shape.Text, shape.Pos = whole.Text, whole.Pos; whole.Kind == TypeArray {
		whole.Args = []*Type{shape}
		return &whole
	}
	shape.Nullable = whole.Nullable
	return shape
}

func announcesFields(t *Type) bool {
	if t == nil {
		return true
	}
	if t.Kind == TypeArray {
		t = t.Args[0]
	}
	return t.Kind == TypeName && len(t.Args) == 0 && (t.Name == "Object" || t.Name == "object")
}
