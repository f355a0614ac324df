package search

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// IndexChange is what happens to an index that exists when its file has changed.
type IndexChange string

// What can happen: the file fails; it is recorded as it is; mappings and settings are changed in place as far as
// clusters can; a new index is made, filled, and put in the old one's place.
const (
	Fail    IndexChange = "fail"
	Skip    IndexChange = "skip"
	Update  IndexChange = "update"
	Reindex IndexChange = "reindex"
)

// IndexChanges lists them all.
func IndexChanges() []string {
	return []string{string(Fail), string(Skip), string(Update), string(Reindex)}
}

// Options are the options of New. The zero value works.
type Options struct {
	IndexChange   IndexChange   // default Fail
	ApplyPolicies bool          // managed indices follow a changed policy
	LockTimeout   time.Duration // how long to wait for another process that migrates; default 10 min
	Lease         time.Duration // for how long a lock holds unless it is renewed; default 30 s
	Patience      time.Duration // how long to wait for a cluster that is red; default 20 s
	Log           *slog.Logger  // default no log
}

// Target is a cluster whose migrations run.
type Target struct {
	c      *cluster.Cluster
	o      Options
	holder holder
}

// New returns the target of a connection.
func New(c *cluster.Cluster, o Options) *Target {
	o.IndexChange = cmp.Or(o.IndexChange, Fail)
	o.LockTimeout = cmp.Or(o.LockTimeout, 10*time.Minute)
	o.Lease = cmp.Or(o.Lease, 30*time.Second)
	o.Patience = cmp.Or(o.Patience, 20*time.Second)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	host, _ := os.Hostname()
	return &Target{c: c, o: o, holder: holder{Host: host, Process: os.Getpid()}}
}

// Name returns the connection's name.
func (t *Target) Name() string { return t.c.Name() }

// Kind returns migrate.Search.
func (t *Target) Kind() migrate.Kind { return migrate.Search }

// Ending returns ".json".
func (t *Target) Ending() string { return ".json" }

// Read finds out what each file makes.
func (t *Target) Read(files []*migrate.File) ([]migrate.Change, fault.List) {
	var problems fault.List
	changes, known := make([]migrate.Change, len(files)), make([]*change, len(files))
	for i, file := range files {
		c, wrong := read(file)
		problems = append(problems, wrong...)
		if c != nil {
			changes[i], known[i] = c, c
		}
	}
	return changes, append(problems, compare(known)...)
}

// Apply sends what a file makes, and records it.
func (t *Target) Apply(ctx context.Context, c migrate.Change, before *migrate.Record, o migrate.ApplyOptions) (*migrate.Applied, error) {
	a := &applying{Target: t, change: c.(*change), before: before, progress: o.Progress}
	if a.progress == nil {
		a.progress = func(string, float64) {}
	}
	began := time.Now()
	if err := a.apply(ctx, o.By); errors.Is(err, errSettled) {
		return nil, nil
	} else if err != nil {
		return nil, a.failed(err)
	}
	record := migrate.Record{Path: a.file.Path, Hash: a.file.Hash, At: time.Now(), By: o.By, Took: time.Since(began)}
	if err := t.record(ctx, record); err != nil {
		return nil, a.unrecorded(err)
	}
	t.o.Log.InfoContext(ctx, "migration ran", "path", record.Path, "requests", a.requests, "duration", record.Took)
	return &migrate.Applied{Record: record, Steps: a.requests, Warnings: a.warnings}, nil
}

// applying is a change that is being applied.
type applying struct {
	*Target
	*change
	before   *migrate.Record
	progress func(text string, percent float64)

	claimed  bool // there is a record that the request is sent
	settled  bool // it is known what the request did
	requests int
	warnings fault.List
}

func (a *applying) apply(ctx context.Context, by string) error {
	switch a.kind {
	case template:
		return a.applyTemplate(ctx)
	case policy:
		return a.applyPolicy(ctx)
	case index:
		return a.applyIndex(ctx)
	default:
		return a.applyEnvelope(ctx, by)
	}
}

// warn adds a warning about the file.
func (a *applying) warn(code, message, hint string) {
	a.warnings = append(a.warnings, a.file.Warning(code, message, hint))
}

// applyTemplate puts the template. To send it once more changes nothing.
func (a *applying) applyTemplate(ctx context.Context) error {
	_, err := a.put(ctx, cluster.Request{Method: a.method, Path: a.path, Body: a.body}, func(ctx context.Context) (bool, error) {
		answer, err := send(ctx, a.c, cluster.Request{Method: http.MethodGet, Path: a.path})
		if err != nil || !answer.OK() {
			return false, err
		}
		return len(differences(a.change, answer.Body)) == 0, nil
	})
	return err
}
