package declared

import (
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
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
		case d.Target == OnClass && src.Decorators[d.Decorator].Targets&OnClass != 0:
			owner.Own = append(owner.Own, d) // even if its options are wrong: the class is still a bean
		case !ok:
		case d.Target == OnFunction:
			owner.Own = append(owner.Own, d)
		default:
			owner.Members = append(owner.Members, d)
		}
	}
}

// owner returns the class or function that a declaration decorates, from the source, or nil if the source does not
// show it.
func (src *Source) owner(d *Declaration) *Owner {
	known := src.Classes
	if d.Target == OnFunction {
		known = src.functions
	}
	if owner, ok := known[d.Owner]; ok {
		return owner
	}
	owner := &Owner{Ref: d.Owner, File: src.Project.File(d.Owner.File)}
	if owner.File != nil {
		if d.Target == OnFunction {
			owner.Function = functionOf(owner.File, d)
		} else {
			owner.Class = ExportedClass(owner.File, d.Owner.Export)
		}
	}
	if owner.Class == nil && owner.Function == nil {
		src.Report(unread(d))
		owner = nil
	} else {
		src.Ordered = append(src.Ordered, owner)
	}
	known[d.Owner] = owner
	return owner
}

// unread reports a live class or function whose declaration the source does not show.
func unread(d *Declaration) fault.Diagnostic {
	problem := fault.Spot{Place: fault.Place{File: d.Owner.File}}.Problem("source-unread",
		"the export %s has @%s, but its declaration is not in the file", d.Owner.Export, d.Decorator)
	hint := "declare it where it is exported, at the top level of the file: export class " + d.Owner.Export + " { … }"
	if d.Target == OnFunction {
		hint = "write the function where it is exported: export const " + d.Owner.Export + " = " + d.Decorator + "(…)((…) => …)"
	}
	return fault.Explain(problem, "parameters, types and comments are read from the source, not from the running function", hint)
}

// ExportedClass returns the class that a file exports under a name, or nil.
func ExportedClass(file *source.File, export string) *source.Class {
	for _, class := range file.Classes {
		if class.Export == export {
			return class
		}
	}
	return nil
}

// functionOf returns an exported function, or a function of the file that was passed to a wrapper by its name:
// export const hello = GetMapping("/hello")(sayHello).
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
