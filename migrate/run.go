package migrate

import (
	"context"
	"errors"
	"fmt"

	"github.com/fwrun/fwrun/fault"
)

// ErrStopped is the error of a run that was asked to stop.
var ErrStopped = errors.New("stopped")

// RunOptions are the options of Run. The zero value works.
type RunOptions struct {
	By    string          // who runs, for the records; default "fwrun"
	Stop  <-chan struct{} // closed to stop between two files
	Watch func(Event)     // called as the run goes on
}

// Event is something that happens in a run.
type Event struct {
	Kind    EventKind
	Target  Target
	Path    string
	Text    string  // of Progress
	Percent float64 // of Progress; -1 if it is not known
	Applied *Applied
}

// EventKind is the kind of an Event.
type EventKind int

// The kinds of events: a file begins, a long step of it goes on, it ran.
const (
	Began EventKind = iota
	Progress
	Ran
)

// Report is what a run did.
type Report struct {
	Ran      []Applied  // in the order in which they ran
	Skipped  int        // files that had run before
	Problems fault.List // of files, and warnings
}

// Run applies the files that are due, folder by folder. The error is, or wraps, a fault.Diagnostic or a fault.List if
// a file is the cause. It is ErrStopped if the run was stopped between two files. The report is valid in
// either case.
func Run(ctx context.Context, folders []*Folder, o RunOptions) (*Report, error) {
	if o.By == "" {
		o.By = "fwrun"
	}
	if o.Watch == nil {
		o.Watch = func(Event) {}
	}
	r := &run{o: o, report: &Report{}}
	for _, folder := range folders {
		if err := r.folder(ctx, folder); err != nil {
			return r.report, err
		}
	}
	return r.report, nil
}

type run struct {
	o      RunOptions
	report *Report
}

// folder applies what is due of one folder. It takes no lock if nothing is.
func (r *run) folder(ctx context.Context, f *Folder) error {
	review, err := f.Review(ctx, false)
	if err != nil {
		return err
	}
	r.report.Problems = append(r.report.Problems, review.Problems...)
	due := review.Due()
	r.report.Skipped += len(review.Items) - len(due)
	if len(due) == 0 {
		return nil
	}
	if due[0].Change == nil {
		return review.Problems.Errors()
	}
	if r.stopped() {
		return ErrStopped
	}
	return f.Target.Locked(ctx, r.o.Stop, func(ctx context.Context) error { return r.locked(ctx, f) })
}

// locked looks again at what is due, because another process may have run, and applies it.
func (r *run) locked(ctx context.Context, f *Folder) error {
	review, err := f.Review(ctx, false)
	if err != nil {
		return err
	}
	for _, item := range review.Due() {
		if item.Change == nil {
			return review.Problems.Errors()
		}
		if r.stopped() {
			return fmt.Errorf("%w before %s", ErrStopped, item.File.Shown)
		}
		if err := r.apply(ctx, f.Target, item); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) apply(ctx context.Context, t Target, item Item) error {
	r.o.Watch(Event{Kind: Began, Target: t, Path: item.Path})
	applied, err := t.Apply(ctx, item.Change, item.Record, ApplyOptions{
		By: r.o.By,
		Progress: func(text string, percent float64) {
			r.o.Watch(Event{Kind: Progress, Target: t, Path: item.Path, Text: text, Percent: percent})
		},
	})
	if err != nil {
		return err
	}
	if applied == nil {
		r.report.Skipped++
		return nil
	}
	applied.Connection, applied.Kind = t.Name(), t.Kind()
	r.report.Ran = append(r.report.Ran, *applied)
	r.report.Problems = append(r.report.Problems, applied.Warnings...)
	r.o.Watch(Event{Kind: Ran, Target: t, Path: item.Path, Applied: applied})
	return nil
}

func (r *run) stopped() bool {
	select {
	case <-r.o.Stop:
		return true
	default:
		return false
	}
}
