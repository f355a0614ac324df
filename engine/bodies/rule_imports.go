package bodies

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// importRule reports names that the imported file does not export.
type importRule struct{ rule }

// judge reports names that the imported file does not export, for types, too. A class that lacks its export is what is reported.
func (r *importRule) judge() {
	for _, i := range r.file.Imports {
		if i.Local == "" || i.Name == "*" {
			continue
		}
		if isHost(i.From) {
			r.judgeHostImport(i)
			continue
		}
		f, ok := r.members.project.Resolve(r.file, i.From)
		if !ok {
			continue
		}
		r.members.look(f)
		if r.members.mayExport(f, i.Name, nil) {
			continue
		}
		if !r.unexported(f, i.Name, nil) {
			r.reportImport(i, path.Base(f.Path), sortedNames(r.members.exportsOf(f, nil)), "")
		}
	}
}

func (r *importRule) judgeHostImport(i source.Import) {
	if r.world.exports[i.Name] {
		return
	}
	if r.world.types.Class(i.Name) != nil || r.world.types.Type(i.Name) != nil {
		return // a type, which may also be one that needs no import
	}
	names := sortedNames(r.world.exports)
	for _, t := range r.world.types.Types {
		names = append(names, t.Export)
	}
	r.reportImport(i, "fwrun", names, r.world.foreign(i.Name))
}

// reportImport reports a name that is not exported; here is what to do about it, if that is known.
func (r *importRule) reportImport(i source.Import, from string, names []string, here string) {
	p := problem{code: codeImport, message: fmt.Sprintf("%q has no export %q", from, i.Name), lacks: []string{i.Name}}
	p.hint = "check the spelling, and that the other file exports it"
	if i.Name == "default" {
		p.message, p.hint = fmt.Sprintf("%q has no default export", from), "import it by its name, in braces: import { … } from …"
	}
	p.from = int32(i.Pos.Offset)
	p.to = p.from + int32(len(i.Local))
	if here != "" {
		p.hint = here
	} else if near := fault.Nearest(i.Name, names); near != "" && i.Name != "default" {
		p.hint = "did you mean " + near + "?"
		if i.Local == i.Name {
			p.mend = r.report.mend(p.from, p.to, near+" as "+i.Local)
		}
	}
	r.report.add(p)
}

// unexported reports a class that is imported and not exported, where it is declared.
func (r *importRule) unexported(f *source.File, name string, seen []*source.File) bool {
	class := f.Class(name)
	if class == nil {
		return slices.ContainsFunc(r.members.passedOn(f, seen), func(from *source.File) bool { return r.unexported(from, name, append(seen, f)) })
	}
	if class.Export != "" || class.Ambient {
		return false
	}
	at := class.Pos
	d := fault.Diagnostic{
		Code: codeExport, Message: name + " is not exported", Length: units(name),
		Why:   r.file.Path + " imports it",
		Lacks: []string{name},
		Hint:  "write `export` before it: export class " + name,
		Place: fault.Place{File: f.Path, Line: at.Line, Col: at.Col},
	}
	text := string(r.world.files[f.Path].Text)
	begin := strings.LastIndexByte(text[:at.Offset], '\n') + 1
	d.Source = firstLine(text[begin:])
	if found := classWords.FindStringIndex(text[begin:at.Offset]); found != nil {
		d.Mend = &fault.Mend{Line: at.Line, Col: at.Col - units(text[begin+found[0]:at.Offset]), New: "export "}
	}
	r.report.found = append(r.report.found, d)
	return true
}

// classWords matches what is in front of the name of a class.
var classWords = regexp.MustCompile(`(?:abstract\s+)?class\s+$`)
