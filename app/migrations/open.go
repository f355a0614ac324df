package migrations

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/platform/fault"
)

// Kinds of migrations, as the command line names them.
const (
	SQL    = string(migrate.SQL)
	Search = string(migrate.Search)
	All    = "all"
)

// IndexChanges lists what can happen to a search index that exists when its file has changed.
func IndexChanges() []string { return search.IndexChanges() }

// Choice says which migrations are meant, and what may be done.
type Choice struct {
	Root       string // the folder with a folder for each connection; default <folder>/migrations
	Kind       string // SQL, Search or All; if it is empty, SQL, with a warning about what is left out
	Connection string // only this one; empty for all

	IndexChange   string // one of IndexChanges; default "fail"
	ApplyPolicies bool   // indices that are managed already follow a changed policy

	ReadOnly bool // nothing is changed: not even the file of an SQLite database is created
}

// Candidate is a connection of the configuration.
type Candidate struct {
	Name    string
	Kind    migrate.Kind
	Enabled bool // its migrations are

	// Open returns what migrations are applied to, and what closes it.
	Open func(ctx context.Context) (target migrate.Target, end func(), err error)
}

// UnknownConnectionError is a connection that the configuration does not have, or whose migrations are not enabled.
type UnknownConnectionError struct {
	Name  string
	There []string // the names that can be chosen
	Other string   // the kind that has it, if it is not the one that was chosen
	Off   bool     // it is there, and its migrations are not enabled
}

func (e *UnknownConnectionError) Error() string {
	switch {
	case e.Other == SQL:
		return e.Name + " is a datasource; write -m sql"
	case e.Other == Search:
		return e.Name + " is a search connection; write -m opensearch"
	case e.Off:
		return fmt.Sprintf("the migrations of %s are not enabled; set migrations.enabled: true for it", e.Name)
	}
	text := fmt.Sprintf("there is no connection %s", e.Name)
	if len(e.There) == 0 {
		return text
	}
	if near := fault.Nearest(e.Name, e.There); near != "" {
		return text + "; did you mean " + near + "?"
	}
	return text + "; choose " + strings.Join(e.There, " or ")
}

// Folders are the migration folders of an application, with connections to what they are applied to.
type Folders struct {
	Warnings fault.List // of the configuration

	list  []*migrate.Folder
	close []func()
}

// Open opens the candidates that are chosen, and reads all files. It connects to nothing yet, except that it opens the files of SQLite
// databases. Files are named relative to the folder of the application. The error is a fault.List or an *UnknownConnectionError.
func Open(ctx context.Context, o Choice, s Settings, candidates []Candidate, folder string) (*Folders, error) {
	f := &Folders{}
	targets, err := f.connect(ctx, o, candidates)
	if err == nil {
		err = f.read(targets, s, folder)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Close closes all connections.
func (f *Folders) Close() {
	for _, end := range f.close {
		end()
	}
}

// includes reports whether a kind is chosen.
func (o Choice) includes(kind migrate.Kind) bool {
	return o.Kind == All || o.Kind == string(kind) || o.Kind == "" && kind == migrate.SQL
}

// connect returns the targets that were chosen.
func (f *Folders) connect(ctx context.Context, o Choice, candidates []Candidate) ([]migrate.Target, error) {
	var targets []migrate.Target
	var there []string
	for _, c := range candidates {
		if !c.Enabled || !o.includes(c.Kind) {
			continue
		}
		if there = append(there, c.Name); o.Connection != "" && o.Connection != c.Name {
			continue
		}
		target, end, err := c.Open(ctx)
		if err != nil {
			return nil, err
		}
		f.close, targets = append(f.close, end), append(targets, target)
	}
	if len(targets) == 0 && o.Connection != "" {
		return nil, &UnknownConnectionError{o.Connection, there, otherKind(o, candidates), isOff(o.Connection, candidates)}
	}
	var left fault.List
	if o.Kind == "" && o.Connection == "" {
		left = leftOut(candidates)
	}
	f.Warnings = append(f.Warnings, left...)
	if len(targets) == 0 && len(left) == 0 {
		f.Warnings = append(f.Warnings, nothingToMigrate(o.Kind))
	}
	return targets, nil
}

// otherKind returns the kind of the connection that was chosen, if that is not among the chosen kind.
func otherKind(o Choice, candidates []Candidate) string {
	for _, c := range candidates {
		if c.Name == o.Connection && c.Enabled && !o.includes(c.Kind) {
			return string(c.Kind)
		}
	}
	return ""
}

// isOff reports whether there is a connection of a name that does not migrate.
func isOff(name string, candidates []Candidate) bool {
	return slices.ContainsFunc(candidates, func(c Candidate) bool { return c.Name == name && !c.Enabled })
}

// leftOut returns the warning that no kind was chosen, and that there are search connections to migrate.
func leftOut(candidates []Candidate) fault.List {
	var names []string
	for _, c := range candidates {
		if c.Kind == migrate.Search && c.Enabled {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fault.List{{
		Severity: fault.Warning, Code: "migrations-left-out",
		Message: "search connections are left out: " + strings.Join(names, ", "),
		Why:     "without -m, only SQL migrations are considered",
		Hint:    "write -m all for both kinds, or -m sql for SQL only",
	}}
}

// nothingToMigrate returns the warning that the configuration has nothing of a kind.
func nothingToMigrate(kind string) fault.Diagnostic {
	d := fault.Diagnostic{Severity: fault.Warning, Code: "migrations-none"}
	switch kind {
	case SQL, "":
		d.Message, d.Hint = "the configuration has no datasource to migrate", "add one under datasource; for search clusters run with -m opensearch"
	case Search:
		d.Message, d.Hint = "no search connection has migrations.enabled: true", "add it to a connection under opensearch"
	default:
		d.Message, d.Hint = "the configuration has nothing to migrate", "add a datasource, or migrations.enabled: true to a search connection"
	}
	return d
}

// read reads the files of all targets.
func (f *Folders) read(targets []migrate.Target, s Settings, folder string) error {
	for _, target := range targets {
		read, err := migrate.Read(target, s.files(), migrate.Options{Root: shownRoot(s.Root, folder), Order: s.Order})
		if err != nil {
			return err
		}
		f.list = append(f.list, read)
	}
	return nil
}

// shownRoot returns the name of the root in messages: relative to the application, if it is inside of it.
func shownRoot(root, folder string) string {
	if relative, err := filepath.Rel(folder, root); err == nil && filepath.IsLocal(relative) {
		return filepath.ToSlash(relative)
	}
	return filepath.ToSlash(root)
}

// searchTargets calls a function for each search connection, until it returns an error.
func (f *Folders) searchTargets(yield func(*migrate.Folder, *search.Target) error) error {
	for _, folder := range f.list {
		if target, ok := folder.Target.(*search.Target); ok {
			if err := yield(folder, target); err != nil {
				return err
			}
		}
	}
	return nil
}

// problemsOf returns the problems of all folders.
func problemsOf(folders []*migrate.Folder) fault.List {
	var all fault.List
	for _, folder := range folders {
		all = append(all, folder.Problems...)
	}
	return all
}
