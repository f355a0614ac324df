package migrate

import (
	"context"
	"errors"

	"github.com/fwrun/fwrun/platform/fault"
)

// ErrStopped is the error of a run that was asked to stop. The error of Run wraps it, and a fault.Diagnostic that says
// where the run stopped.
var ErrStopped = errors.New("stopped")

// CodeStopped is the code of a run that was asked to stop.
const CodeStopped = "migration-stopped"

// stopped is ErrStopped with the file.
type stopped struct{ fault.Diagnostic }

func (s stopped) Unwrap() []error { return []error{s.Diagnostic, ErrStopped} }

// stoppedBefore returns the error of a run that did not begin a file.
func stoppedBefore(f *File, while string) error {
	return stopped{fault.Diagnostic{
		Code: CodeStopped, Place: fault.Place{File: f.Shown}, Message: "stopped before " + f.Shown + while,
		Hint: "run again to go on; files that have run do not run again",
	}}
}

// stoppedIn returns the error of a run that was ended while a file ran.
func stoppedIn(f *File, err error) error {
	d := fault.Diagnostic{
		Code: CodeStopped, Place: fault.Place{File: f.Shown}, Message: "stopped while " + f.Shown + " was running; it is not recorded as applied",
		Why: fault.Text(err),
	}
	if failed, ok := errors.AsType[fault.Diagnostic](err); ok {
		d.Why, d.Hint = failed.Message, failed.Hint
	}
	return stopped{d}
}

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
	if due[0].Change == nil || review.refuses(due) {
		return review.Problems.Errors()
	}
	if r.stopped() {
		return stoppedBefore(due[0].File, "")
	}
	err = f.Target.Locked(ctx, r.o.Stop, func(ctx context.Context) error { return r.locked(ctx, f) })
	return waitingEnded(err, due[0].File)
}

// waitingEnded adds the file to the error of waiting for another process that was asked to stop.
func waitingEnded(err error, f *File) error {
	if err == ErrStopped { //nolint:errorlint // a wrapped one has its file
		return stoppedBefore(f, ", while it waited for another process that migrates")
	}
	return err
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
			return stoppedBefore(item.File, "")
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
		By: r.o.By, Stop: r.o.Stop,
		Progress: func(text string, percent float64) {
			r.o.Watch(Event{Kind: Progress, Target: t, Path: item.Path, Text: text, Percent: percent})
		},
	})
	if err != nil && errors.Is(context.Cause(ctx), context.Canceled) {
		return stoppedIn(item.File, err)
	}
	if err != nil {
		return waitingEnded(err, item.File)
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
