package migrate

import (
	"context"
	"encoding/json"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// Kind is what a target is, as the command line and reports write it.
type Kind string

// The kinds.
const (
	SQL    Kind = "sql"
	Search Kind = "opensearch"
)

// Target is what files are applied to. Its methods are called by one goroutine at a time.
type Target interface {
	// Name returns the name of the target's folder.
	Name() string
	Kind() Kind
	// Ending returns the ending of the files, such as ".sql".
	Ending() string

	// Read returns what the files do, nil for one that cannot be applied, and what is wrong with
	// them. It does not use the target.
	Read(files []*File) ([]Change, fault.List)

	// Records returns what is recorded of files, by path: of the given ones, or of all of this
	// target if all is set. It writes nothing.
	Records(ctx context.Context, paths []string, all bool) (map[string]Record, error)

	// Steps returns what Apply would do now, and writes nothing. The record is nil if the file never
	// ran.
	Steps(ctx context.Context, c Change, before *Record) ([]Step, error)

	// Locked calls f while no other process migrates this target; it prepares the target for f.
	// The context of f ends if the lock is lost. If waiting ends with stop, the error is ErrStopped.
	Locked(ctx context.Context, stop <-chan struct{}, f func(context.Context) error) error

	// Apply applies a change and records it, within Locked. The record is nil if the file never ran. The
	// result is nil if another process applied the file in the meantime.
	Apply(ctx context.Context, c Change, before *Record, o ApplyOptions) (*Applied, error)

	// Note records files as applied without applying them, within Locked.
	Note(ctx context.Context, records []Record) error

	// Unlock breaks the lock of another process and returns who holds it, or "" if nobody does.
	Unlock(ctx context.Context) (holder string, err error)
}

// Change is what a file does to its target.
type Change interface {
	// Of returns the file.
	Of() *File
	// Repeats reports whether the file runs again when it has changed.
	Repeats() bool
	// Once reports whether the file must not run a second time under another name.
	Once() bool
}

// ApplyOptions are the options of Target.Apply.
type ApplyOptions struct {
	By       string                             // who applies, for the record
	Stop     <-chan struct{}                    // closed to stop waiting for another process; the error is ErrStopped
	Progress func(text string, percent float64) // called while a long step runs; percent is -1 if it is not known
}

// Applied is a file that ran.
type Applied struct {
	Connection string // the target's name
	Kind       Kind
	Record     Record
	Steps      int
	Warnings   fault.List
}

// Record is what is known of a file that ran.
type Record struct {
	Path string // <target>/<path below its folder>
	Hash string // empty if the file did not run to its end, and may be running
	At   time.Time
	By   string
	Took time.Duration // negative if it is not known
}

// Step is one statement or one request of a file.
type Step struct {
	SQL string `json:"sql,omitempty"`

	Method string          `json:"method,omitempty"`
	Path   string          `json:"path,omitempty"`
	Body   json.RawMessage `json:"body,omitempty"`

	Note string `json:"note,omitempty"` // what happens in its place, such as "the index exists", or what its author calls it
}
