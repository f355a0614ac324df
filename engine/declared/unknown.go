package declared

import (
	"fmt"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Unknown explains why a file does not know a name, which was looked up and is not a class: why, how to mend it (empty if no file declares
// anything like it), and where something is declared that was meant. What was found must not lead out of the application. The names of others may
// have been meant, too.
func Unknown(project *source.Project, file *source.File, found source.Target, others []string) (why, hint string, notes []fault.Note) {
	name := found.Name
	if found.File != nil && found.File != file {
		return exportsNot(found.File, name)
	}
	if class := file.Class(name); class != nil {
		return fmt.Sprintf("%s is not exported", name), fmt.Sprintf("write `export` before it: export class %s", name), nil
	}
	why = fmt.Sprintf("%s is not defined in this file", name)
	if near := fault.Nearest(name, known(file)); near != "" {
		return why, fmt.Sprintf("did you mean %s?", near), nil
	}
	switch files := project.Exporters(name); len(files) {
	case 0:
	case 1:
		return why, fmt.Sprintf("import it: %s exports it", files[0]), nil
	default:
		return why, "import it from the file that exports it", nil
	}
	for _, f := range project.Files() {
		if class := f.Class(name); class != nil {
			return why, fmt.Sprintf("%s declares it: export it there, and import it here", f.Path), declaredHere(f, class)
		}
	}
	if near := fault.Nearest(name, append(exports(project), others...)); near != "" {
		return why, fmt.Sprintf("did you mean %s? If so, import it", near), nil
	}
	return why, "", nil
}

// exportsNot explains an import of a name from a file that does not export it.
func exportsNot(from *source.File, name string) (why, hint string, notes []fault.Note) {
	if class := from.Class(name); class != nil {
		return fmt.Sprintf("%s does not export %s", from.Path, name), fmt.Sprintf("write `export` before it: export class %s", name),
			declaredHere(from, class)
	}
	var names []string
	for _, c := range from.Classes {
		names = append(names, c.Export)
	}
	hint = "correct the import"
	if near := fault.Nearest(name, names); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return fmt.Sprintf("%s has no class %s", from.Path, name), hint, nil
}

func declaredHere(file *source.File, class *source.Class) []fault.Note {
	return []fault.Note{{Place: At(file.Path, class.Pos), Text: class.Name + " is declared here"}}
}

// known lists the names of classes that a file declares or imports.
func known(file *source.File) []string {
	var names []string
	for _, c := range file.Classes {
		names = append(names, c.Name)
	}
	for _, i := range file.Imports {
		names = append(names, i.Local)
	}
	return names
}

// exports lists the names under which classes and types are exported.
func exports(project *source.Project) (names []string) {
	for _, f := range project.Files() {
		for _, c := range f.Classes {
			names = append(names, c.Export)
		}
		for _, t := range f.Types {
			names = append(names, t.Export)
		}
	}
	return names
}

// Meant returns the replacement of a name that a file does not know, where the hint of [Unknown] is one: its class is exported, or the name is
// written as that of another.
func Meant(file *source.File, found source.Target) *fault.Mend {
	if found.File != nil && found.File != file {
		return nil // the import is wrong, and what uses it
	}
	if class := file.Class(found.Name); class != nil {
		if class.Abstract || class.Ambient {
			return nil
		}
		return exported("class", class.Name, class.Pos)
	}
	if near := fault.Nearest(found.Name, known(file)); near != "" {
		return &fault.Mend{Old: found.Name, New: near}
	}
	return nil
}
