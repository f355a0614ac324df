package schema

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// The codes of the diagnostics of a Resolver.
const (
	CodeUnknown     = "type-unknown"     // the name is not declared
	codeUnsupported = "type-unsupported" // a type that cannot be bound
	codePackage     = "type-package"     // from an npm package, whose types are not read
	codeGeneric     = "type-generic"     // a type parameter, or a generic class
	codeCycle       = "type-cycle"       // defined by itself
	codeUnexported  = "type-unexported"  // a class that other files cannot construct
	codeBase        = "type-base"        // a base class whose fields are unknown
	codeField       = "type-field"       // a member that cannot be a field
)

// refuse reports a type: what is wrong with it and how to fix it.
func (s site) refuse(t *source.Type, code, reason, hint string) *fault.Diagnostic {
	name := "type " + shorten(t.String())
	if t.Kind == source.TypeOther && t.Text == "" {
		name = "this type"
	}
	return &fault.Diagnostic{
		Code:    code,
		Place:   s.place(t.Pos),
		Length:  underline(t),
		Message: name + ": " + reason,
		Hint:    hint,
	}
}

// underline returns how much of the line to underline for the type: its name, or all of it.
func underline(t *source.Type) int {
	text := t.Text
	if t.Kind == source.TypeName {
		text = t.Name
	}
	return len(utf16.Encode([]rune(text)))
}

// shorten cuts a type that is quoted in a message to fit on one line.
func shorten(text string) string {
	const longest = 80
	return fault.Shortened(strings.Join(strings.Fields(text), " "), longest)
}

// unknown reports a name that is not declared, with the most likely name that was meant.
func (r *Resolver) unknown(s site, t *source.Type) *fault.Diagnostic {
	name := t.Name
	for _, parameter := range s.params {
		if parameter == name {
			return s.refuse(t, codeGeneric, fmt.Sprintf("the type parameter of %s has no argument", s.owner),
				fmt.Sprintf("write the type in its place, or extend the class with one: class X extends %s<User>", s.owner))
		}
	}
	reason := "this name is neither declared nor imported in this file"
	if files := r.project.Exporters(name); len(files) > 0 {
		return s.refuse(t, CodeUnknown, reason, fmt.Sprintf("import it: %s exports %s", files[0], name))
	}
	if near := fault.Nearest(name, r.namesIn(s.file)); near != "" {
		d := s.refuse(t, CodeUnknown, reason, fmt.Sprintf("did you mean %s?", near))
		d.Mend = &fault.Mend{Old: name, New: near}
		return d
	}
	return s.refuse(t, CodeUnknown, reason,
		fmt.Sprintf("declare it (export class %s, or a type or interface) or import it; any accepts every value", name))
}

// namesIn lists the names of types that can be used in the file.
func (r *Resolver) namesIn(file *source.File) []string {
	names := builtinNames()
	names = append(names, r.options.HostTypes...)
	for _, c := range file.Classes {
		names = append(names, c.Name)
	}
	for _, d := range file.Types {
		names = append(names, d.Name)
	}
	for _, e := range file.Enums {
		names = append(names, e.Name)
	}
	for _, i := range file.Imports {
		names = append(names, i.Local)
	}
	return names
}

// refuseImport reports a name whose import leads out of the application.
func (s site) refuseImport(t *source.Type, target source.Target) *fault.Diagnostic {
	if target.FromPackage() {
		return s.refuse(t, codePackage,
			fmt.Sprintf("it comes from the package %s, and the types of packages are not read", target.From),
			"declare a class or interface with the fields you need, or write any")
	}
	return s.refuse(t, CodeUnknown, fmt.Sprintf("it is imported from %q, but there is no such file", target.From),
		"correct the path of the import")
}

// notExported reports a name that was imported from a file which does not export it.
func (r *Resolver) notExported(s site, t *source.Type, target source.Target) *fault.Diagnostic {
	reason := fmt.Sprintf("%s exports no class, interface, type or enum %s", target.File.Path, target.Name)
	var exports []string
	for _, c := range target.File.Classes {
		if c.Name == target.Name {
			return s.refuse(t, codeUnexported, reason, fmt.Sprintf("export it there: export class %s", c.Name))
		}
		exports = append(exports, c.Export)
	}
	for _, d := range target.File.Types {
		exports = append(exports, d.Export)
	}
	for _, e := range target.File.Enums {
		exports = append(exports, e.Export)
	}
	hint := "export it there, or correct the import"
	if near := fault.Nearest(target.Name, exports); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	d := s.refuse(t, CodeUnknown, reason, hint)
	d.Lacks = []string{target.Name}
	return d
}
