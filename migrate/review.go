package migrate

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// State is what is known of a file.
type State string

// The states. A changed file runs again if it repeats. A missing file ran, and is gone from the folder. A renamed one ran under the name of
// a missing one, and runs under no other before somebody decides.
const (
	StateApplied State = "applied"
	StateDue     State = "due"
	StateChanged State = "changed"
	StateMissing State = "missing"
	StateRenamed State = "renamed"
)

// Item is one file with its state.
type Item struct {
	Path   string
	State  State
	File   *File   // nil if it is missing
	Change Change  // nil if it cannot be applied
	Record *Record // nil if it never ran; of the former name if it was renamed
}

// The codes of what a statement does when its file runs.
const (
	CodeTransaction = "migration-transaction" // something else than it says, within the transaction: it is refused
	CodeCommit      = "migration-commit"      // it ends the transaction: a warning
	CodeUndo        = "migration-undo"        // it undoes a migration: a warning
)

// Due reports whether a run applies the file, or stops there because it cannot be applied.
func (i Item) Due() bool {
	switch i.State {
	case StateDue, StateRenamed:
		return true
	case StateChanged:
		return i.Change == nil || i.Change.Repeats()
	default:
		return false
	}
}

// Review is what is known of a target's files.
type Review struct {
	Folder   *Folder
	Items    []Item // in the order in which they run, missing ones last
	Problems fault.List
}

// Review compares the files with the records. With all it also finds files that are missing. It writes nothing.
func (f *Folder) Review(ctx context.Context, all bool) (*Review, error) {
	r := &Review{Folder: f}
	if len(f.files) == 0 && !all {
		r.Problems = slices.Clone(f.Problems)
		return r, nil
	}
	records, gone, err := f.records(ctx, all)
	if err != nil {
		return nil, err
	}
	for i, file := range f.files {
		r.add(file, f.changes[i], records, gone)
	}
	if all {
		r.addMissing(gone)
	}
	r.addProblems()
	return r, nil
}

// records returns the records of the files, and those of files that are gone: all of these, or what it takes to recognise those that were renamed.
func (f *Folder) records(ctx context.Context, all bool) (records, gone map[string]Record, err error) {
	paths := make([]string, len(f.files))
	for i, file := range f.files {
		paths[i] = file.Path
	}
	if gone, err = f.Target.Records(ctx, paths, all); err != nil {
		return nil, nil, err
	}
	unknown := func(c Change) bool {
		if c == nil || !c.Once() {
			return false
		}
		_, ran := gone[c.Of().Path]
		return !ran
	}
	if !all && slices.ContainsFunc(f.changes, unknown) {
		more, err := f.Target.Records(ctx, nil, true)
		if err != nil {
			return nil, nil, err
		}
		for _, path := range paths {
			delete(more, path) // of these the first answer is the newer one: a cluster searches in what was a moment ago
		}
		maps.Copy(gone, more)
	}
	records = map[string]Record{}
	for _, path := range paths {
		if record, ran := gone[path]; ran {
			records[path] = record
			delete(gone, path)
		}
	}
	return records, gone, nil
}

func (r *Review) add(file *File, change Change, records, gone map[string]Record) {
	item := Item{Path: file.Path, State: StateDue, File: file, Change: change}
	if record, ran := records[file.Path]; ran {
		item.Record = &record
		switch record.compare(file) {
		case Equal:
			item.State = StateApplied
		case Different:
			item.State = StateChanged
		case LineEnds:
			item.State = r.lineEnds(file)
		}
	} else if change != nil && change.Once() {
		r.renamed(&item, gone)
	}
	if item.State == StateChanged && !item.Due() {
		r.Problems = append(r.Problems, file.Warning("migration-changed",
			"the file was changed after it ran; the change has no effect", "put the change into a new file"))
	}
	r.Items = append(r.Items, item)
}

// renamed finds out whether a file without a record has run under the name of one that is gone.
func (r *Review) renamed(item *Item, gone map[string]Record) {
	for _, path := range slices.Sorted(maps.Keys(gone)) {
		record := gone[path]
		if e := record.compare(item.File); e != Equal && e != LineEnds {
			continue
		}
		delete(gone, path)
		item.State, item.Change, item.Record = StateRenamed, nil, &record
		r.Problems = append(r.Problems, fault.Diagnostic{
			Code: "migration-renamed", Place: fault.Place{File: item.File.Shown},
			Message: "the file was renamed after it ran as " + path, Why: "a file is recognized by its path, so it would run again",
			Hint: "give it its name back, or record the new one with `fwrun migrate repair`; if it is a new file with the text of one " +
				"that is gone, add a comment to it",
		})
		return
	}
}

// lineEnds returns the state of a file that differs in nothing else from the one that ran. A cluster's file runs again
// whenever its hash is another one, which changes nothing there; SQL runs once.
func (r *Review) lineEnds(file *File) State {
	state, consequence := StateApplied, "it does not run again"
	if r.Folder.Target.Kind() == Search {
		state, consequence = StateChanged, "it is applied again, because its hash has changed"
	}
	r.Problems = append(r.Problems, file.Warning("migration-line-ends",
		"only the line ends of the file, or its byte order mark, changed after it ran; "+consequence,
		"let git keep them, with a line such as *"+r.Folder.Target.Ending()+" text eol=lf in .gitattributes"))
	return state
}

// compare compares a file with the one that ran. A file that was interrupted is neither applied nor changed.
func (r Record) compare(file *File) Equality {
	if r.Hash == "" {
		return Unknown
	}
	return file.Compare(r.Hash)
}

func (r *Review) addMissing(records map[string]Record) {
	var missing []Item
	for path, record := range records {
		missing = append(missing, Item{Path: path, State: StateMissing, Record: &record})
	}
	slices.SortFunc(missing, func(a, b Item) int { return strings.Compare(a.Path, b.Path) })
	r.Items = append(r.Items, missing...)
}

// refuses reports whether a file that is due has such a statement: then nothing runs, the files before it included.
func (r *Review) refuses(due []Item) bool {
	return slices.ContainsFunc(r.Problems, func(p fault.Diagnostic) bool {
		return p.Code == CodeTransaction && slices.ContainsFunc(due, func(i Item) bool { return i.File.Shown == p.Place.File })
	})
}

// addProblems adds the problems of the folder, except those of files that have run as they are.
func (r *Review) addProblems() {
	settled := map[string]bool{}
	for _, item := range r.Items {
		if item.File != nil && item.State == StateApplied {
			settled[item.File.Shown] = true
		}
	}
	for _, problem := range r.Folder.Problems {
		remains := problem.Severity == fault.Warning && problem.Code != CodeCommit && problem.Code != CodeUndo
		if remains || !settled[problem.Place.File] {
			r.Problems = append(r.Problems, problem)
		}
	}
}

// Due returns the files that a run applies, with the first one that cannot be applied as the last.
func (r *Review) Due() []Item {
	var due []Item
	for _, item := range r.Items {
		if item.Due() {
			due = append(due, item)
		}
	}
	return due
}
