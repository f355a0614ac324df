package manifest

import (
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// collect groups the declarations by owner and checks each one's target and options.
func (src *Source) collect() {
	for i := range src.Declarations {
		d := &src.Declarations[i]
		owner := src.owner(d)
		if owner == nil {
			continue
		}
		ok := src.check(owner, d) && src.isNamed(owner, d)
		switch {
		case d.Target == OnClass && src.decorators[d.Decorator].Targets&OnClass != 0:
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
func (src *Source) owner(d *Declaration) *declared {
	known := src.classes
	if d.Target == OnFunction {
		known = src.functions
	}
	if owner, ok := known[d.Owner]; ok {
		return owner
	}
	owner := &declared{ref: d.Owner, file: src.Project.File(d.Owner.File)}
	if owner.file != nil {
		if d.Target == OnFunction {
			owner.function = functionOf(owner.file, d)
		} else {
			owner.class = exportedClass(owner.file, d.Owner.Export)
		}
	}
	if owner.class == nil && owner.function == nil {
		src.report(unread(d))
		owner = nil
	} else {
		src.ordered = append(src.ordered, owner)
	}
	known[d.Owner] = owner
	return owner
}

// unread reports a live class or function whose declaration the source does not show.
func unread(d *Declaration) fault.Diagnostic {
	problem := fault.Spot{Place: fault.Place{File: d.Owner.File}}.Problem("source-unread",
		"the export %s carries @%s, but its declaration is not to be found in the file", d.Owner.Export, d.Decorator)
	hint := "declare it where it is exported, at the top level of the file: export class " + d.Owner.Export + " { … }"
	if d.Target == OnFunction {
		hint = "write the function where it is exported: export const " + d.Owner.Export + " = " + d.Decorator + "(…)((…) => …)"
	}
	return fault.Explain(problem, "parameters, types and comments are read from the source, not from the running function", hint)
}

// exportedClass finds the class that a file exports under a name; nil when there is none.
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
