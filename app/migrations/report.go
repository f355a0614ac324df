package migrations

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/platform/fault"
)

// Step is a statement or a request of a plan.
type Step = migrate.Step

// Connection is a datasource or a search connection with its files, as `fwrun migrate --json` writes it.
type Connection struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"` // sql or opensearch
	Files []File `json:"files"`
}

// File is one file. What is not known is null.
type File struct {
	Path       string         `json:"path"`  // below the root
	State      string         `json:"state"` // applied, due, changed, missing or renamed
	Hash       string         `json:"hash"`  // of the file, or of the one that ran if the file is missing
	ExecutedAt *time.Time     `json:"executed_at"`
	ExecutedBy *string        `json:"executed_by"`
	DurationMs *float64       `json:"duration_ms"`
	Ran        bool           `json:"ran,omitempty"`  // in this run
	Steps      []migrate.Step `json:"steps,omitzero"` // of a plan
}

// Due reports whether a run would apply the file.
func (f File) Due() bool { return f.Steps != nil }

// Report is the result of one verb.
type Report struct {
	Connections []Connection
	Problems    fault.List
}

// Due counts the files that a run would apply, and those that it would stop at.
func (r Report) Due() int {
	n := 0
	for _, c := range r.Connections {
		for _, f := range c.Files {
			if f.Due() {
				n++
			}
		}
	}
	return n
}

// Event is something that happens in a run.
type Event struct {
	Connection, Path string
	Began, Ran       bool
	Took             time.Duration
	Steps            int
	Text             string  // of a long step
	Percent          float64 // of a long step; -1 if it is not known
}

// Run applies what is due. It stops between two files when stop is closed. The report is valid if it fails, too.
func (f *Folders) Run(ctx context.Context, by string, stop <-chan struct{}, watch func(Event)) (Report, error) {
	ran, err := migrate.Run(ctx, f.list, migrate.RunOptions{By: by, Stop: stop, Watch: func(e migrate.Event) {
		event := Event{
			Connection: e.Target.Name(), Path: e.Path, Began: e.Kind == migrate.Began, Ran: e.Kind == migrate.Ran, Text: e.Text, Percent: e.Percent,
		}
		if e.Applied != nil {
			event.Took, event.Steps = e.Applied.Record.Took, e.Applied.Steps
		}
		watch(event)
	}})
	report := Report{Problems: append(f.Warnings, ran.Problems...)}
	byConnection := map[string]*Connection{}
	for _, folder := range f.list {
		report.Connections = append(report.Connections, connectionOf(folder))
	}
	for i := range report.Connections {
		byConnection[report.Connections[i].Name+" "+report.Connections[i].Kind] = &report.Connections[i]
	}
	for _, applied := range ran.Ran {
		c := byConnection[applied.Connection+" "+string(applied.Kind)]
		file := fileOf(migrate.Item{Path: applied.Record.Path, State: migrate.StateApplied, Record: &applied.Record})
		file.Ran = true
		c.Files = append(c.Files, file)
	}
	return report, err
}

// CodeStopped is the code of the error of a run that ended because it was asked to stop.
const CodeStopped = migrate.CodeStopped

func connectionOf(f *migrate.Folder) Connection {
	return Connection{Name: f.Target.Name(), Kind: string(f.Target.Kind()), Files: []File{}}
}

func fileOf(item migrate.Item) File {
	f := File{Path: item.Path, State: string(item.State)}
	if item.File != nil {
		f.Hash = item.File.Hash
	}
	if r := item.Record; r != nil {
		f.Hash = orElse(f.Hash, r.Hash)
		at := r.At.UTC()
		f.ExecutedAt, f.ExecutedBy = &at, &r.By
		if r.Took >= 0 {
			ms := float64(r.Took.Microseconds()) / 1000
			f.DurationMs = &ms
		}
	}
	return f
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// Plan returns the files that a run would apply, with their statements and requests. It writes nothing.
func (f *Folders) Plan(ctx context.Context) (Report, error) {
	var refused fault.List
	report, err := f.review(ctx, false, func(review *migrate.Review, c *Connection) error {
		for _, item := range review.Due() {
			file := fileOf(item)
			file.Steps = []migrate.Step{}
			if item.Change != nil {
				steps, err := review.Folder.Target.Steps(ctx, item.Change, item.Record)
				switch {
				case err == nil:
				case search.OfFile(err):
					refused = append(refused, fault.Diagnose(err)...)
				default:
					return err
				}
				file.Steps = append(file.Steps, steps...)
			}
			c.Files = append(c.Files, file)
		}
		return nil
	})
	report.Problems = append(report.Problems, refused...)
	return report, err
}

// Status returns every file, also those that ran and are gone.
func (f *Folders) Status(ctx context.Context) (Report, error) {
	return f.review(ctx, true, func(review *migrate.Review, c *Connection) error {
		for _, item := range review.Items {
			c.Files = append(c.Files, fileOf(item))
		}
		return nil
	})
}

func (f *Folders) review(ctx context.Context, all bool, add func(*migrate.Review, *Connection) error) (Report, error) {
	report := Report{Connections: []Connection{}, Problems: f.Warnings}
	for i, folder := range f.list {
		review, err := folder.Review(ctx, all)
		if err != nil { // what is wrong with the files can be said whatever their records are
			files := problemsOf(f.list[i:])
			report.Problems = append(report.Problems, files.Warnings()...)
			return report, append(files.Errors(), fault.Diagnose(err)...)
		}
		report.Problems = append(report.Problems, review.Problems...)
		c := connectionOf(folder)
		if err := add(review, &c); err != nil {
			return report, err
		}
		report.Connections = append(report.Connections, c)
	}
	return report, nil
}

// Noted is what Repair, Baseline or Unlock did for one connection.
type Noted struct {
	Name   string   `json:"name"`
	Kind   string   `json:"kind"`
	Files  []string `json:"files,omitzero"`  // of Repair and Baseline
	Holder *string  `json:"holder,omitzero"` // of Unlock; empty if nobody held the lock
}

// Repair records the current hash of changed files as applied.
func (f *Folders) Repair(ctx context.Context, by string) ([]Noted, error) {
	return f.each(func(f *migrate.Folder, n *Noted) error {
		files, err := migrate.Repair(ctx, f, by)
		n.Files = append([]string{}, files...)
		return err
	})
}

// Baseline records the files of one connection up to one file as applied.
func (f *Folders) Baseline(ctx context.Context, last, by string) ([]Noted, error) {
	return f.each(func(f *migrate.Folder, n *Noted) error {
		files, err := migrate.Baseline(ctx, f, last, by)
		n.Files = append([]string{}, files...)
		return err
	})
}

// Unlock breaks the locks of other processes.
func (f *Folders) Unlock(ctx context.Context) ([]Noted, error) {
	return f.each(func(f *migrate.Folder, n *Noted) error {
		holder, err := f.Target.Unlock(ctx)
		n.Holder = &holder
		return err
	})
}

func (f *Folders) each(do func(*migrate.Folder, *Noted) error) ([]Noted, error) {
	all := []Noted{}
	for _, folder := range f.list {
		n := Noted{Name: folder.Target.Name(), Kind: string(folder.Target.Kind())}
		if err := do(folder, &n); err != nil {
			return all, err
		}
		all = append(all, n)
	}
	return all, nil
}

// Names returns the connections that were chosen.
func (f *Folders) Names() []string {
	var names []string
	for _, folder := range f.list {
		names = append(names, folder.Target.Name())
	}
	return names
}

// DriftedConnection is what a cluster has differently from what its files say.
type DriftedConnection struct {
	Name  string         `json:"name"`
	Kind  string         `json:"kind"`
	Files []search.Drift `json:"files"`
}

// Diff compares clusters with what their files say.
func (f *Folders) Diff(ctx context.Context) ([]DriftedConnection, fault.List, error) {
	all := []DriftedConnection{}
	problems := append(f.Warnings, problemsOf(f.list)...)
	err := f.searchTargets(func(folder *migrate.Folder, target *search.Target) error {
		drifts, refused, err := target.Diff(ctx, folder.Changes())
		problems = append(problems, refused...)
		if drifts == nil {
			drifts = []search.Drift{}
		}
		all = append(all, DriftedConnection{target.Name(), string(target.Kind()), drifts})
		return err
	})
	return all, problems, err
}
