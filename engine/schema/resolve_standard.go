package schema

import (
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// standard resolves what is written for the values of a schema: z.infer<typeof User>, z.output<…>, v.InferOutput<…>, and typeof User.infer. It
// returns nil for any other type.
func (r *Resolver) standard(s site, t *source.Type) (*Type, *fault.Diagnostic) {
	name := schemaIn(t)
	if name == "" || r.options.Standard == nil {
		return nil, nil
	}
	target := r.project.Lookup(s.file, name)
	if target.From != "" {
		return nil, s.refuse(t, codePackage, name+" comes from the package "+target.From,
			"export it from a file of the application, or name it in the decorator: { schema: "+name+" }")
	}
	standard := r.options.Standard(target.File.Path, target.Name)
	if standard == nil {
		return nil, s.refuse(t, codeUnsupported, target.File.Path+" exports no schema "+target.Name,
			"export it: export const "+target.Name+" = …; or name it in the decorator: { schema: "+target.Name+" }")
	}
	made := StandardType(standard)
	made.Place = s.place(t.Pos)
	return made, nil
}

// schemaIn returns the name of the schema in such a type, or "".
func schemaIn(t *source.Type) string {
	switch t.Kind {
	case source.TypeName:
		if len(t.Args) != 1 || t.Args[0].Kind != source.TypeOther {
			return ""
		}
		switch t.Name[strings.LastIndexByte(t.Name, '.')+1:] {
		case "infer", "output", "InferOutput":
			name, _ := strings.CutPrefix(t.Args[0].Text, "typeof ")
			return identifierIn(name)
		}
	case source.TypeOther:
		name, isType := strings.CutPrefix(t.Text, "typeof ")
		name, infers := strings.CutSuffix(name, ".infer")
		if isType && infers {
			return identifierIn(name)
		}
	}
	return ""
}

// identifierIn returns a text that is a name, or names with dots between them; "" for any other.
func identifierIn(text string) string {
	for part := range strings.SplitSeq(text, ".") {
		if !isIdentifier(part) || strings.Contains(part, "-") {
			return ""
		}
	}
	return text
}
