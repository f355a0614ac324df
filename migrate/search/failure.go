package search

import (
	"context"
	"errors"
	"fmt"

	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// failure is a file, with the cluster's error.
type failure struct {
	fault.Diagnostic
	err error
}

func (f *failure) Unwrap() []error { return []error{f.Diagnostic, f.err} }

// failed adds the file to an error, and the place in it if the cluster names one.
func (a *applying) failed(err error) error {
	if _, known := errors.AsType[fault.Diagnostic](err); known || errors.Is(err, context.Canceled) {
		return err
	}
	explained := a.c.ExplainFile(err)
	d := fault.Diagnostic{Code: "migration-failed", Place: fault.Place{File: a.file.Shown}, Message: fault.Text(explained)}
	if f, ok := errors.AsType[*fault.Error](explained); ok {
		d.Hint = f.Hint
	}
	if refused, ok := errors.AsType[*cluster.RefusedError](err); ok {
		if offset, ok := a.offsetOf(refused); ok {
			d.Place, d.Source = a.file.Place(offset)
		}
		if hint := hintFor(refused, a.change); hint != "" {
			d.Hint = hint
		}
	}
	if lost, ok := errors.AsType[*cluster.UnansweredError](err); ok {
		d.Message, d.Hint = lost.Error(), "run again: sending it once more changes nothing"
	}
	if a.claimed && !a.settled {
		d.Hint = a.decide()
	}
	return &failure{d, explained}
}

// OfFile reports whether an error of [Target.Steps] is about the file alone, so that others can still be looked at.
func OfFile(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unavailable, fault.Timeout, fault.Canceled, fault.Denied:
		return false
	default:
		return true
	}
}

// unrecorded is the error of a file that has taken effect, and whose record could not be written.
func (a *applying) unrecorded(err error) error {
	explained := a.c.ExplainFile(err)
	d := fault.Diagnostic{
		Code: "migration-unrecorded", Place: fault.Place{File: a.file.Shown},
		Message: "the file has been applied, and could not be recorded: " + fault.Text(explained),
	}
	if f, ok := errors.AsType[*fault.Error](explained); ok && f.Hint != "" {
		d.Hint = f.Hint + "; "
	}
	switch {
	case a.claimed:
		d.Hint += fmt.Sprintf("then record it with `%s`", a.baseline())
	case a.kind == envelope:
		d.Hint += "then run again: sending it once more changes nothing"
	default:
		d.Hint += "then run again: what the file makes exists already"
	}
	return &failure{d, explained}
}
