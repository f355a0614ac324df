package engine

import (
	"slices"

	"github.com/fwrun/fwrun/engine/source"
)

// unexportedClasses lists, by file, the classes that are not exported and whose objects can be written differently from
// their properties, because they have fields that are not public, or that can hold cases of enumerations.
func unexportedClasses(project *source.Project) map[string][]string {
	files := project.Files()
	hasUnits := slices.ContainsFunc(files, func(f *source.File) bool {
		return slices.ContainsFunc(f.Enums, func(e *source.Enum) bool { return e.Unit })
	})
	found := map[string][]string{}
	for _, file := range files {
		for _, class := range file.Classes {
			if class.Export == "" && class.Name != "" && !class.Ambient && concernsWriting(class, hasUnits) {
				found[file.Path] = append(found[file.Path], class.Name)
			}
		}
	}
	return found
}

func concernsWriting(class *source.Class, hasUnits bool) bool {
	concerns := func(access source.Access, t *source.Type) bool {
		return access == source.Private || access == source.Protected || hasUnits && t != nil
	}
	return slices.ContainsFunc(class.Members, func(m *source.Member) bool {
		if m.Kind != source.Constructor {
			return m.Kind == source.Field && !m.Static && concerns(m.Access, m.Type)
		}
		return slices.ContainsFunc(m.Params, func(p *source.Param) bool { return p.IsProperty && concerns(p.Property, p.Type) })
	})
}
