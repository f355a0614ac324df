package engine

import (
	"slices"
	"sync"

	"github.com/fwrun/fwrun/engine/bodies"
	"github.com/fwrun/fwrun/engine/bundle"
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

// bodiesOf returns the bodies of the scripts, which are parsed when somebody asks.
func (a *Application) bodiesOf(project *source.Project, scripts []script) bodies.Input {
	in := bodies.Input{Project: project, Exports: a.exports(), Foreign: bundle.Foreign, Cache: a.options.Reuse.judged()}
	for _, s := range scripts {
		in.Files = append(in.Files, bodies.NewFile(s.path, s.text))
	}
	return in
}

// readCalls reads the calls in the scripts that were not known.
func readCalls(in bodies.Input, scripts []script) {
	unknown := in
	unknown.Files = nil
	for i, s := range scripts {
		if s.read {
			unknown.Files = append(unknown.Files, in.Files[i])
		}
	}
	bodies.ReadCalls(unknown, manifest.StatementNames()...)
}

// judge begins to judge bodies, if that is asked for. Otherwise they are judged if a name that nobody declares keeps the application from
// starting.
func (a *Application) judge(in bodies.Input) {
	if a.options.Compiled != nil {
		return
	}
	judged := sync.OnceValue(func() fault.List { return bodies.Judge(in) })
	if a.judged = judged; a.options.Bodies != BodiesUnread && a.options.Test == "" {
		go func() { _ = judged() }() // beside all that follows
	}
}

// judged returns where what was judged before is kept.
func (r *Reuse) judged() *bodies.Cache {
	if r == nil {
		return nil
	}
	return &r.bodies
}

// withBodies adds the mistakes in bodies to other problems. What both have found is there once: a name that nobody declares, rather than that
// something has failed for want of it.
func (a *Application) withBodies(list fault.List) fault.List {
	judged := a.judged
	a.judged = nil // which holds all texts
	failed := func(d fault.Diagnostic) bool { return isFailure(d) && len(d.Lacks) > 0 }
	unread := a.options.Bodies == BodiesUnread || a.options.Test != ""
	if judged == nil || unread && !slices.ContainsFunc(list, failed) {
		return list
	}
	for _, d := range judged() {
		isFollower := func(other fault.Diagnostic) bool { return follows(other, d) }
		isCause := d.Code == "name-unknown" && slices.ContainsFunc(list, isFollower)
		reported := a.options.Bodies == BodiesReported || isCause
		if unread && !isCause {
			continue
		}
		if reported {
			list = slices.DeleteFunc(list, isFollower)
		} else {
			d.Severity = fault.Warning
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

// isFailure reports whether a diagnostic says that code has failed.
func isFailure(d fault.Diagnostic) bool { return d.Code == "module-failed" || d.Code == "bean-failed" }

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
		return isHere && isFailure(other)
	case "import-name":
		return isHere && isTyped
	case "not-exported":
		return isTyped || other.Code == "import-name"
	}
	return false
}
