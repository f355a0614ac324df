package engine

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// moduleProblem reports what module code threw, at its place.
func (a *Application) moduleProblem(in *instance, err error) error {
	d := a.thrownProblem(in, err)
	d.Code = "module-failed"
	if d.Place.File != "" && d.Place.File == a.options.Test {
		d.Message = "the file failed while it was loading: " + d.Message
		return fault.List{d}
	}
	d.Message = "the application failed while it was loading: " + d.Message
	if d.Place.File == "" {
		locateInPackages(&d, in.scriptError(err))
	}
	if d.Hint == "" {
		d.Hint = "code at the top level of a file runs once in every worker; " +
			"move code that may fail to a @PostConstruct method or a handler"
	}
	return fault.List{d}
}

// locateInPackages adds where a package failed that no function of the application has called, and what may help.
func locateInPackages(d *fault.Diagnostic, err error) {
	script, ok := errors.AsType[*ScriptError](err)
	if !ok {
		return
	}
	for _, frame := range script.OtherFrames() {
		switch {
		case frame.Place.Line == 0:
		case d.Place.File == "":
			d.Place = frame.Place
		case len(d.Notes) < 3:
			d.Notes = append(d.Notes, fault.Note{Place: frame.Place, Text: "called from here"})
		}
	}
	if name := bundle.PackageOf(d.Place.File); name != "" && d.Hint == "" {
		d.Hint = "the package " + name + " cannot be loaded: the page Compatibility of the guide says what others are; " +
			"if it has a build for browsers, list it in framework.packages.browser"
	}
}

// beanProblem reports a bean whose constructor, factory or hook failed.
func (a *Application) beanProblem(in *instance, err error) error {
	failed, ok := errors.AsType[*beanError](err)
	if !ok {
		return err
	}
	if refusal, ok := errors.AsType[*schema.Refusal](failed.err); ok {
		return failed.bean.Settings.Refused(refusal.Mismatches)
	}
	d := a.thrownProblem(in, failed.err)
	d.Code = "bean-failed"
	d.Message = fmt.Sprintf("the bean %s could not be made: %s", failed.bean.Name, d.Message)
	if d.Hint == "" {
		d.Hint = "the application starts only if all its beans can be made; catch the error if it can run without this one"
	}
	if d.Place.File == "" {
		d.Place = failed.place
	}
	return fault.List{d}
}

// notDefined matches the message about a name that nobody declares.
var notDefined = regexp.MustCompile(`^(.*) is not defined$`)

// thrownProblem returns a diagnostic for an error during boot.
func (a *Application) thrownProblem(in *instance, err error) fault.Diagnostic {
	err = in.scriptError(err)
	d := fault.Diagnostic{Message: err.Error()}
	if script, ok := errors.AsType[*ScriptError](err); ok {
		d.Hint = a.loadingHint(script)
		if name := notDefined.FindStringSubmatch(script.Message); name != nil {
			d.Lacks = name[1:]
		}
		if len(script.Causes) > 0 {
			d.Why = script.Causes[0].Error()
		}
		for i, frame := range script.Frames() {
			if i == 0 {
				d.Place = frame.Place
			} else {
				d.Notes = append(d.Notes, fault.Note{Place: frame.Place, Text: "called from here"})
			}
		}
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		d.Message, d.Hint = f.Public, cmp.Or(f.Hint, d.Hint)
		switch {
		case f.Op == bootOp:
			a.outOfTime(&d)
		case f.Err != nil:
			d.Why = f.Err.Error()
		}
	}
	return d
}

// bootOp is the operation of the errors that say that the BootTimeout was exceeded.
var bootOp = vm.ErrBootTime.Op

// outOfTime adds to the diagnostic which time limit was exceeded.
func (a *Application) outOfTime(d *fault.Diagnostic) {
	d.Why = fmt.Sprintf("the limit is %s in total", a.options.BootTimeout)
	if loop, found := a.endlessLoop(d.Place); found && len(d.Notes) == 0 {
		d.Place = loop
	}
	look := "look for a loop that does not end; "
	if d.Place.File == "" {
		look = "look for an await of a promise that is never settled; "
	}
	d.Hint = look + d.Hint
}

// withSource fills in the source lines that a report shows above its carets, and where replacements are.
func (a *Application) withSource(list fault.List) {
	text := fault.Texts(a.options.Files)
	for i := range list {
		d := &list[i]
		if d.Source != "" || d.Place.File == "" {
			continue
		}
		known := false
		if a.options.Line != nil {
			d.Source, known = a.options.Line(d.Place)
		}
		if !known {
			d.Source = fault.Line(text(d.Place.File), d.Place.Line)
		}
	}
	list.PlaceMends(text)
}

func linesOf(text []byte) []string {
	return strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
}
