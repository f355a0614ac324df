package source

import (
	"fmt"
	"slices"
	"strings"
)

// corpusLines formats the declarations of a file in the form of testdata/oracle.mjs.
func corpusLines(f *File) []string {
	p := &printer{}
	for _, i := range f.Imports {
		p.add("import %s = %s from %s%s %v", i.Local, i.Name, i.From, flag(i.TypeOnly, " type"), i.Pos)
	}
	p.declarations(f)
	var passed []string
	for _, e := range f.Exports {
		passed = append(passed, fmt.Sprintf("export %s as %s from %s%s %v", e.Name, e.As, e.From, flag(e.TypeOnly, " type"), e.Pos))
	}
	for _, a := range f.Aliases {
		passed = append(passed, fmt.Sprintf("alias %s as %s %v", a.Name, a.As, a.Pos))
	}
	slices.Sort(passed)
	return append(p.lines, passed...)
}

type printer struct{ lines []string }

func (p *printer) add(format string, args ...any) {
	p.lines = append(p.lines, strings.TrimRight(fmt.Sprintf(format, args...), " "))
}

// declarations prints the declarations in the order of the file.
func (p *printer) declarations(f *File) {
	type item struct {
		offset int
		print  func()
	}
	var items []item
	for _, c := range f.Classes {
		items = append(items, item{c.Pos.Offset, func() { p.class(c) }})
	}
	for _, fn := range f.Functions {
		items = append(items, item{fn.Pos.Offset, func() { p.function(fn) }})
	}
	for _, e := range f.Enums {
		items = append(items, item{e.Pos.Offset, func() { p.enum(e) }})
	}
	for _, t := range f.Types {
		items = append(items, item{t.Pos.Offset, func() { p.typeDecl(t) }})
	}
	slices.SortStableFunc(items, func(a, b item) int { return a.offset - b.offset })
	for _, i := range items {
		i.print()
	}
}

func (p *printer) class(c *Class) {
	p.add("%sclass %s export %s %v %s", flag(c.Abstract, "abstract "), c.Name, c.Export, c.Pos, squeeze(c.Doc.Summary))
	var implements []string
	for _, t := range c.Implements {
		implements = append(implements, form(t))
	}
	p.add("  params %s extends %s implements %s %s end %v", strings.Join(c.TypeParams, ","), form(c.Extends),
		strings.Join(implements, ", "), decoratorNames(c.Decorators), c.End)
	for _, m := range c.Members {
		p.member(m)
	}
}

func (p *printer) member(m *Member) {
	kind := [...]string{"field", "method", "getter", "setter", "constructor"}[m.Kind]
	name := m.Name
	if m.Computed {
		name = squeeze(name)
	}
	flags := words([...]string{"public", "protected", "private", "hash"}[m.Access],
		flag(m.Static, "static"), flag(m.Abstract, "abstract"), flag(m.Async, "async"), flag(m.Generator, "generator"),
		flag(m.Readonly, "readonly"), flag(m.Override, "override"), flag(m.Declare, "declare"),
		flag(m.Accessor, "accessor"), flag(m.Optional, "optional"), flag(m.Definite, "definite"), flag(m.Computed, "computed"))
	p.add("  %s %s %s %v %s", kind, name, flags, m.Pos, squeeze(m.Doc.Summary))
	p.add("    params %s type %s %s%s", strings.Join(m.TypeParams, ","), form(m.Type), decoratorNames(m.Decorators),
		defaultText(m.HasDefault, m.DefaultAs, m.Default))
	p.params(m.Params)
}

func (p *printer) params(list []*Param) {
	for _, a := range list {
		property := ""
		if a.IsProperty {
			property = [...]string{"public", "protected", "private"}[a.Property]
		}
		flags := words(flag(a.Destructured, "destructured"), flag(a.Rest, "rest"), flag(a.Optional, "optional"), property,
			flag(a.Readonly, "readonly"))
		text := defaultText(a.HasDefault, a.DefaultAs, a.Default)
		if !a.HasDefault && a.Default != "" {
			text = " doc " + squeeze(a.Default)
		}
		p.add("      param %s %s %s %s%s %v %s", a.Name, flags, form(a.Type), decoratorNames(a.Decorators), text, a.Pos, squeeze(a.Doc))
	}
}

func (p *printer) function(f *Function) {
	flags := words(flag(f.Async, "async"), flag(f.Generator, "generator"), flag(f.Arrow, "arrow"))
	p.add("function %s export %s %s %v %s", f.Name, f.Export, flags, f.Pos, squeeze(f.Doc.Summary))
	p.add("    params %s type %s wrappers %s", strings.Join(f.TypeParams, ","), form(f.Type), decoratorNames(f.Wrappers))
	p.params(f.Params)
}

func (p *printer) enum(e *Enum) {
	p.add("%senum %s export %s %v %s", flag(e.Const, "const "), e.Name, e.Export, e.Pos, squeeze(e.Doc.Summary))
	for _, c := range e.Cases {
		p.add("  case %s %s %s %v %s", c.Name, valueKinds[c.Kind], squeeze(c.Value), c.Pos, squeeze(c.Doc))
	}
}

func (p *printer) typeDecl(t *TypeDecl) {
	var extends []string
	for _, e := range t.Extends {
		extends = append(extends, form(e))
	}
	p.add("type %s export %s %v %s", t.Name, t.Export, t.Pos, squeeze(t.Doc.Summary))
	p.add("    params %s extends %s %s", strings.Join(t.TypeParams, ","), strings.Join(extends, ", "), form(t.Type))
}

var valueKinds = [...]string{"unknown", "string", "int", "float", "bool", "null", "array", "object", "bigint", "new"}

func defaultText(has bool, kind ValueKind, text string) string {
	if !has {
		return ""
	}
	return " = " + valueKinds[kind] + " " + squeeze(text)
}

func decoratorNames(list []Decorator) string {
	var names []string
	for _, d := range list {
		names = append(names, "@"+squeeze(d.Name)+flag(d.Called, "()"))
	}
	return strings.Join(names, " ")
}

func form(t *Type) string { return squeeze(t.String()) }

// squeeze removes white space, which has no meaning in these texts.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

func words(list ...string) string {
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), " ")
}

func flag(set bool, text string) string {
	if set {
		return text
	}
	return ""
}
