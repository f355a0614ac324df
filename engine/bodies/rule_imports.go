package bodies

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// judgeImports reports names that the imported file does not export, for types, too. A class that lacks its export is what is reported.
func (q *inquiry) judgeImports() {
	for _, i := range q.file.Imports {
		if i.Local == "" || i.Name == "*" {
			continue
		}
		if isHost(i.From) {
			q.judgeHostImport(i)
			continue
		}
		f, ok := q.project.Resolve(q.file, i.From)
		if !ok {
			continue
		}
		q.look(f)
		if q.mayExport(f, i.Name, nil) {
			continue
		}
		if !q.unexported(f, i.Name, nil) {
			q.reportImport(i, path.Base(f.Path), sortedNames(q.exportsOf(f, nil)))
		}
	}
}

func (q *inquiry) judgeHostImport(i source.Import) {
	if q.exports[i.Name] {
		return
	}
	if q.types.Class(i.Name) != nil || q.types.Type(i.Name) != nil {
		return // a type, which may also be one that needs no import
	}
	names := sortedNames(q.exports)
	for _, t := range q.types.Types {
		names = append(names, t.Export)
	}
	q.reportImport(i, "fwrun", names)
}

func (q *inquiry) reportImport(i source.Import, from string, names []string) {
	p := problem{code: codeImport, message: fmt.Sprintf("%q has no export %q", from, i.Name), lacks: []string{i.Name}}
	p.hint = "check the spelling, and that the other file exports it"
	if i.Name == "default" {
		p.message, p.hint = fmt.Sprintf("%q has no default export", from), "import it by its name, in braces: import { … } from …"
	}
	p.from = int32(i.Pos.Offset)
	p.to = p.from + int32(len(i.Local))
	if near := fault.Nearest(i.Name, names); near != "" && i.Name != "default" {
		p.hint = "did you mean " + near + "?"
		if i.Local == i.Name {
			p.mend = q.mend(p.from, p.to, near+" as "+i.Local)
		}
	}
	q.report(p)
}

// mayExport reports whether a file exports a name, or may.
func (q *inquiry) mayExport(f *source.File, name string, seen map[*source.File]bool) bool {
	j := q.files[f.Path]
	if j == nil || j.facts.open || seen[f] || j.facts.exports[name] || q.project.LookupExport(f, name).Found() {
		return true
	}
	if seen == nil {
		seen = map[*source.File]bool{}
	}
	seen[f] = true
	for _, e := range f.Exports {
		if e.As == name {
			return true
		}
		if e.Name != "*" || e.As != "" {
			continue
		}
		from, ok := q.project.Resolve(f, e.From)
		if !ok {
			return true // from a package
		}
		if q.look(from); name != "default" && !seen[from] && q.mayExport(from, name, seen) {
			return true
		}
	}
	return q.exportsLocal(f, name)
}

// exportsLocal reports whether a file exports a name by a list.
func (q *inquiry) exportsLocal(f *source.File, name string) bool {
	return q.files[f.Path].facts.listed[name]
}

// exportsOf lists what a file exports, as far as is known.
func (q *inquiry) exportsOf(f *source.File, seen []*source.File) map[string]bool {
	names := map[string]bool{}
	for _, from := range q.passedOn(f, seen) {
		maps.Copy(names, q.exportsOf(from, append(seen, f)))
	}
	add := func(name string) {
		if name != "" && name != "default" {
			names[name] = true
		}
	}
	if j := q.files[f.Path]; j != nil {
		for name := range j.facts.exports {
			add(name)
		}
		for name := range j.facts.listed {
			add(name)
		}
	}
	for _, t := range f.Types {
		add(t.Export)
	}
	for _, e := range f.Exports {
		add(e.As)
	}
	return names
}

// passedOn lists the files of which a file exports everything, apart from those that were seen.
func (q *inquiry) passedOn(f *source.File, seen []*source.File) (files []*source.File) {
	for _, e := range f.Exports {
		if from, ok := q.project.Resolve(f, e.From); ok && e.Name == "*" && e.As == "" && from != f && !slices.Contains(seen, from) {
			q.look(from)
			files = append(files, from)
		}
	}
	return files
}

// unexported reports a class that is imported and not exported, where it is declared.
func (q *inquiry) unexported(f *source.File, name string, seen []*source.File) bool {
	class := f.Class(name)
	if class == nil {
		return slices.ContainsFunc(q.passedOn(f, seen), func(from *source.File) bool { return q.unexported(from, name, append(seen, f)) })
	}
	if class.Export != "" || class.Ambient {
		return false
	}
	at := class.Pos
	d := fault.Diagnostic{
		Code: codeExport, Message: name + " is not exported", Length: units(name),
		Why:   q.file.Path + " imports it",
		Lacks: []string{name},
		Hint:  "write `export` before it: export class " + name,
		Place: fault.Place{File: f.Path, Line: at.Line, Col: at.Col},
	}
	text := q.texts[f.Path]
	begin := strings.LastIndexByte(text[:at.Offset], '\n') + 1
	d.Source = firstLine(text[begin:])
	if found := classWords.FindStringIndex(text[begin:at.Offset]); found != nil {
		d.Mend = &fault.Mend{Line: at.Line, Col: at.Col - units(text[begin+found[0]:at.Offset]), New: "export "}
	}
	q.found = append(q.found, d)
	return true
}

// classWords matches what is in front of the name of a class.
var classWords = regexp.MustCompile(`(?:abstract\s+)?class\s+$`)
