package engine

import (
	"slices"
	"sync"

	"github.com/fwrun/fwrun/engine/bodies"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Bodies says what becomes of mistakes in the bodies of functions. They never stop a boot: what fails only when its line runs keeps nobody
// from serving.
type Bodies uint8

// What becomes of them.
const (
	BodiesUnread   Bodies = iota
	BodiesWarned          // they are warnings
	BodiesReported        // they are errors among the warnings, for a report
)

// bodiesOf returns the bodies of the scripts, which are parsed when somebody asks. The calls in those that were not known are read.
func (a *Application) bodiesOf(project *source.Project, scripts []script) bodies.Input {
	in := bodies.Input{Project: project, Exports: a.exports(), Cache: a.options.Reuse.judged()}
	unknown := in
	for _, s := range scripts {
		in.Files = append(in.Files, bodies.NewFile(s.path, s.text))
		if s.read {
			unknown.Files = append(unknown.Files, in.Files[len(in.Files)-1])
		}
	}
	bodies.ReadCalls(unknown, manifest.StatementNames()...)
	return in
}

// judge begins to judge bodies.
func (a *Application) judge(in bodies.Input) {
	if a.options.Bodies == BodiesUnread || a.options.Compiled != nil || a.options.Test != "" {
		return
	}
	a.judged = sync.OnceValue(func() fault.List { return bodies.Judge(in) })
	go func() { _ = a.judged() }() // beside all that follows
}

// judged returns where what was judged before is kept.
func (r *Reuse) judged() *bodies.Cache {
	if r == nil {
		return nil
	}
	return &r.bodies
}

// withBodies adds the mistakes in bodies to other problems. What both have found is there once.
func (a *Application) withBodies(list fault.List) fault.List {
	if a.judged == nil {
		return list
	}
	reported := a.options.Bodies == BodiesReported
	for _, d := range a.judged() {
		if !reported {
			d.Severity = fault.Warning
		}
		isFollower := func(other fault.Diagnostic) bool { return follows(other, d) }
		if reported {
			list = slices.DeleteFunc(list, isFollower)
		}
		same := slices.IndexFunc(list, func(other fault.Diagnostic) bool { return isSame(d, other) })
		switch {
		case same >= 0 && list[same].Mend == nil:
			list[same].Mend = d.Mend
		case same < 0 && (reported || !slices.ContainsFunc(list, isFollower)):
			list = append(list, d)
		}
	}
	return list
}

// isSame reports whether two diagnostics say the same.
func isSame(a, b fault.Diagnostic) bool {
	return a.Code == b.Code && a.Place.File == b.Place.File && a.Place.Line == b.Place.Line && a.Message != "" &&
		(a.Place.Col == b.Place.Col || a.Code == "not-exported")
}

// follows reports whether a diagnostic only says what another, found in a body or an import, has caused.
func follows(other, found fault.Diagnostic) bool {
	if found.Code == "member-unknown" { // of a file, which the compiler sees, too
		return other.Code == "syntax" && other.Severity == fault.Warning && other.Place == found.Place
	}
	if !slices.ContainsFunc(other.Lacks, func(name string) bool { return slices.Contains(found.Lacks, name) }) {
		return false
	}
	isTyped, isHere := other.Code == "bean-missing" || other.Code == "type-unknown", other.Place.File == found.Place.File
	switch found.Code {
	case "name-unknown":
		return isHere && (other.Code == "module-failed" || other.Code == "bean-failed")
	case "import-name":
		return isHere && isTyped
	case "not-exported":
		return isTyped || other.Code == "import-name"
	}
	return false
}
