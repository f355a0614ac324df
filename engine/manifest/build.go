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
	Profiles     []string // that are active

	// Expand resolves the placeholders of a text. A reference to a key that does not
	// exist and has no default is reported as missing.
	Expand func(text string, place fault.Place) (value any, missing bool, problem *fault.Diagnostic)

	// Section gives what is configured below a prefix, for somebody who reads these keys there.
	// Without it nothing is.
	Section func(prefix string, keys []schema.SettingKey) (schema.Setting, fault.List)

	// Agents says how the application is offered to them.
	Agents Agents

	// Incomplete: not all of the configuration is known, so that nothing is missed in it.
	Incomplete bool
}

// Build checks an application and freezes it. The list holds every mistake, sorted by
// place; when it holds errors the manifest is nil.
func Build(in Input) (*Manifest, fault.List) {
	b := &builder{
		Input: in, decorators: map[string]Decorator{}, classes: map[Ref]*declared{}, functions: map[Ref]*declared{},
		checked: map[*Declaration]bool{}, openFields: map[*schema.Field]bool{}, forms: map[any]*Form{},
	}
	for _, d := range Decorators() {
		b.decorators[d.Name] = d
	}
	b.decorators[schema.OwnConstraint] = OwnConstraint()
	b.hidden()
	b.collect()
	b.plainRepositories()
	b.beans()
	b.inject()
	b.settings()
	b.aspects()
	order := b.order()
	b.handlers()
	b.agents()
	b.intercepting()
	b.misspeltHooks()
	b.schedules()
	b.repositories()
	b.statements()
	b.unchecked()
	b.columnNames()
	b.dataMembers()
	b.problems.Sort()
	b.problems = slices.CompactFunc(b.problems, sameProblem)
	if len(b.problems.Errors()) > 0 {
		return nil, b.problems
	}
	b.written()
	b.handlerForms()
	b.renumber(order)
	b.listSettings()
	b.placeParts()
	b.placeAgents()
	b.placeAspects()
	b.needed()
	b.out.Files = b.Scan
	return &b.out, b.problems
}

// sameProblem: what several beans inherit is found wrong once for each of them.
func sameProblem(x, y fault.Diagnostic) bool {
	return x.Place == y.Place && x.Code == y.Code && x.Message == y.Message
}

type builder struct {
	Input
	out        Manifest
	problems   fault.List
	decorators map[string]Decorator // the listing by name
	classes    map[Ref]*declared
	functions  map[Ref]*declared
	checked    map[*Declaration]bool  // the constraints that something is held against
	openFields map[*schema.Field]bool // what agents give that has been looked at
	forms      map[any]*Form          // by class, and by the first field of a shape
	ordered    []*declared            // classes and functions in order of declaration
}

// collect groups the declarations by owner and checks each one's target and options.
func (b *builder) collect() {
	for i := range b.Declarations {
		d := &b.Declarations[i]
		owner := b.owner(d)
		if owner == nil {
			continue
		}
		ok := b.check(owner, d) && b.isNamed(owner, d)
		switch {
		case d.Target == OnClass && b.decorators[d.Decorator].Targets&OnClass != 0:
			owner.own = append(owner.own, d) // whatever its options are: the class is no less a bean
		case !ok:
		case d.Target == OnFunction:
			owner.own = append(owner.own, d)
		default:
			owner.members = append(owner.members, d)
		}
	}
}

// owner finds what a declaration stands on, in the source; nil when it is not there.
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
			owner.function = functionOf(owner.file, d)
		} else {
			owner.class = exportedClass(owner.file, d.Owner.Export)
		}
	}
	if owner.class == nil && owner.function == nil {
		b.report(unread(d))
		owner = nil
	} else {
		b.ordered = append(b.ordered, owner)
	}
	known[d.Owner] = owner
	return owner
}

// unread reports a live class or function whose declaration the source does not show.
func unread(d *Declaration) fault.Diagnostic {
	problem := spot{Place: fault.Place{File: d.Owner.File}}.problem("source-unread",
		"the export %s carries @%s, but its declaration is not to be found in the file", d.Owner.Export, d.Decorator)
	hint := "declare it where it is exported, at the top level of the file: export class " + d.Owner.Export + " { … }"
	if d.Target == OnFunction {
		hint = "write the function where it is exported: export const " + d.Owner.Export + " = " + d.Decorator + "(…)((…) => …)"
	}
	return because(problem, "parameters, types and comments are read from the source, not from the running function", hint)
}

func exportedClass(file *source.File, export string) *source.Class {
	for _, class := range file.Classes {
		if class.Export == export {
			return class
		}
	}
	return nil
}

// functionOf finds an exported function, or one of the file that was handed to a wrapper by
// its name: export const hello = GetMapping("/hello")(sayHello).
func functionOf(file *source.File, d *Declaration) *source.Function {
	for _, function := range file.Functions {
		if function.Export == d.Owner.Export {
			return function
		}
	}
	if d.Name == "" {
		return nil
	}
	return file.Function(d.Name)
}
