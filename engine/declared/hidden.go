package declared

import (
	"fmt"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// hidden reports the mistakes that the running script could not detect: decorators on classes and functions that
// no file exports, and decorators that were called with a class as if it were their option.
func (src *Source) hidden() {
	for _, path := range src.Scan {
		file := src.Project.File(path)
		if file == nil {
			continue
		}
		for _, class := range file.Classes {
			src.hiddenClass(file, class)
		}
		for _, f := range file.Functions {
			src.hiddenFunction(file, f)
		}
	}
}

func (src *Source) hiddenClass(file *source.File, class *source.Class) {
	if class.Export == "" {
		if d, found := src.anyDecorator(file, class); found {
			problem := notExported(file, class.Name, d.Name, "class", class.Pos)
			if class.Abstract || class.Ambient { // these words stand before it
				problem.Mend = nil
			}
			src.Report(problem)
		}
		return
	}
	for _, written := range class.Decorators {
		d, ours := src.Ours(file, written)
		s := SpotOf(file.Path, written.Pos, "@"+written.Name)
		switch {
		case !ours || written.Called:
		case d.Targets&OnClass == 0:
			src.Report(wrongTarget(d, OnClass, class.Name, s))
		case d.TakesClass():
			src.Report(needsArgument(d, s))
		}
	}
}

// anyDecorator returns a decorator of "fwrun" on a class, or else on one of its members.
func (src *Source) anyDecorator(file *source.File, class *source.Class) (Decorator, bool) {
	written := class.Decorators
	for _, m := range class.Members {
		written = append(written[:len(written):len(written)], m.Decorators...)
	}
	for _, w := range written {
		if d, ours := src.Ours(file, w); ours {
			return d, true
		}
	}
	return Decorator{}, false
}

func (src *Source) hiddenFunction(file *source.File, f *source.Function) {
	if f.Export != "" {
		return
	}
	for _, w := range f.Wrappers {
		if d, ours := src.Ours(file, w); ours && d.Targets&OnFunction != 0 {
			src.Report(notExported(file, f.Name, d.Name, "const", f.Pos))
			return
		}
	}
}

func notExported(file *source.File, name, decorator, kind string, pos source.Pos) fault.Diagnostic {
	d := SpotOf(file.Path, pos, name).Problem("not-exported", "%s has @%s, but is not exported", name, decorator)
	d.Mend = exported(kind, name, pos)
	return fault.Explain(d, "only exported classes and functions become beans and handlers",
		fmt.Sprintf("write `export` before it: export %s %s", kind, name))
}

// exported writes export before a declaration whose keyword is right before its name, at the place.
func exported(kind, name string, pos source.Pos) *fault.Mend {
	if declaration := kind + " " + name; pos.Col > len(kind)+1 {
		return &fault.Mend{Line: pos.Line, Col: pos.Col - len(kind) - 1, Old: declaration, New: "export " + declaration}
	}
	return nil
}
