package manifest

import (
	"slices"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// Input is what a manifest is made from.
type Input struct {
	Project      *source.Project
	Scan         []string // files whose classes and functions count; others are only imported
	Types        *schema.Resolver
	Declarations []Declaration
	HostBeans    []HostBean

	// Expand resolves the placeholders of a text. A reference to a key that does not
	// exist and has no default is reported as missing.
	Expand func(text string, place fault.Place) (value any, missing bool, problem *fault.Diagnostic)
}

// Build checks an application and freezes it. The list holds every mistake; when it
// holds errors the manifest is nil.
func Build(in Input) (*Manifest, fault.List) {
	b := &builder{Input: in, classes: map[Ref]*declared{}, functions: map[Ref]*declared{}}
	b.hidden()
	b.collect()
	b.beans()
	b.inject()
	order := b.order()
	b.handlers()
	if len(b.problems.Errors()) > 0 {
		b.problems.Sort()
		return nil, b.problems
	}
	b.renumber(order)
	return &b.out, b.problems
}

type builder struct {
	Input
	out       Manifest
	problems  fault.List
	classes   map[Ref]*declared
	functions map[Ref]*declared
	ordered   []*declared // classes and functions in order of declaration
}

// declared is a class or function with the decorators that stand on it.
type declared struct {
	ref      Ref
	file     *source.File
	class    *source.Class    // nil for a function
	function *source.Function // nil for a class
	own      []*Declaration   // on the class or function itself
	members  []*Declaration
}

func (b *builder) report(d fault.Diagnostic) { b.problems = append(b.problems, d) }

// collect groups the declarations by owner and checks each one's target and options.
func (b *builder) collect() {
	for i := range b.Declarations {
		d := &b.Declarations[i]
		owner := b.owner(d)
		if owner == nil {
			continue
		}
		if !b.check(owner, d) {
			continue
		}
		if d.Target == OnClass || d.Target == OnFunction {
			owner.own = append(owner.own, d)
		} else {
			owner.members = append(owner.members, d)
		}
	}
}

// owner finds what a declaration stands on, in the source.
func (b *builder) owner(d *Declaration) *declared {
	known := b.classes
	if d.Target == OnFunction {
		known = b.functions
	}
	if owner, ok := known[d.Owner]; ok {
		return owner
	}
	owner := &declared{ref: d.Owner, file: b.Project.File(d.Owner.File)}
	if owner.file != nil {
		if d.Target == OnFunction {
			owner.function = exportedFunction(owner.file, d.Owner.Export)
		} else {
			owner.class = exportedClass(owner.file, d.Owner.Export)
		}
	}
	if owner.class == nil && owner.function == nil {
		b.report(fault.Diagnostic{
			Code:    "source-unread",
			Place:   fault.Place{File: d.Owner.File},
			Message: "cannot find the declaration of " + d.Owner.Export + " in the source, though it is exported and carries @" + d.Decorator,
			Hint:    "declare it with `export class` or `export const` at the top level of the file",
		})
		known[d.Owner] = nil
		return nil
	}
	known[d.Owner] = owner
	b.ordered = append(b.ordered, owner)
	return owner
}

// scans tells whether the stereotypes and mappings of a file count.
func (b *builder) scans(o *declared) bool { return slices.Contains(b.Scan, o.ref.File) }

func exportedClass(file *source.File, export string) *source.Class {
	for _, class := range file.Classes {
		if class.Export == export {
			return class
		}
	}
	return nil
}

func exportedFunction(file *source.File, export string) *source.Function {
	for _, function := range file.Functions {
		if function.Export == export {
			return function
		}
	}
	return nil
}

// name is what people call it.
func (o *declared) name() string {
	switch {
	case o.class != nil && o.class.Name != "":
		return o.class.Name
	case o.function != nil && o.function.Name != "":
		return o.function.Name
	}
	return o.ref.Export
}

func (o *declared) place() fault.Place {
	if o.class != nil {
		return at(o.ref.File, o.class.Pos)
	}
	return at(o.ref.File, o.function.Pos)
}

// find returns the first declaration of a decorator on the owner itself.
func (o *declared) find(decorator string) *Declaration { return first(o.own, decorator) }

// on returns the declarations that stand on a member, parameters not included.
func (o *declared) on(member string) []*Declaration {
	var list []*Declaration
	for _, d := range o.members {
		if d.Member == member && d.Target != OnParam {
			list = append(list, d)
		}
	}
	return list
}

// onParam returns the declarations that stand on a parameter of a member.
func (o *declared) onParam(member string, index int) []*Declaration {
	var list []*Declaration
	for _, d := range o.members {
		if d.Target == OnParam && d.Member == member && d.Param == index {
			list = append(list, d)
		}
	}
	return list
}

func first(list []*Declaration, decorator string) *Declaration {
	for _, d := range list {
		if d.Decorator == decorator {
			return d
		}
	}
	return nil
}

func (o *declared) member(name string) *source.Member {
	if o.class == nil {
		return nil
	}
	for _, m := range o.class.Members {
		if m.Name == name && !m.Static {
			return m
		}
	}
	return nil
}

func at(file string, pos source.Pos) fault.Place {
	return fault.Place{File: file, Line: pos.Line, Col: pos.Col}
}
