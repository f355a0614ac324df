package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app/databases"
	clusters "github.com/fwrun/fwrun/app/search"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/logging"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/migrate/search/cluster"
)

// Kinds of migrations, as the command line names them.
const (
	MigrateSQL    = string(migrate.SQL)
	MigrateSearch = string(migrate.Search)
	MigrateAll    = "all"
)

// IndexChanges lists what can happen to a search index that exists when its file has changed.
func IndexChanges() []string { return search.IndexChanges() }

// MigrateOptions are the options of OpenMigrations, beside those of an application.
type MigrateOptions struct {
	Options

	Root       string // the folder with a folder for each connection; default <folder>/migrations
	Kind       string // MigrateSQL, MigrateSearch or MigrateAll; if it is empty, MigrateSQL, with a warning about what is left out
	Connection string // only this one; empty for all

	IndexChange   string // one of IndexChanges; default "fail"
	ApplyPolicies bool   // indices that are managed already follow a changed policy

	ReadOnly bool // nothing is changed: not even the file of an SQLite database is created
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
	case e.Other == MigrateSQL:
		return e.Name + " is a datasource; write -m sql"
	case e.Other == MigrateSearch:
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

// Migrations are the migration folders of an application, with connections to what they are applied to.
type Migrations struct {
	Warnings fault.List // of the configuration

	folders []*migrate.Folder
	close   []func()
}

// OpenMigrations reads the configuration and all migration files. It connects to nothing yet, except that it opens
// the files of SQLite databases. The error is a fault.List or an *UnknownConnectionError.
func OpenMigrations(ctx context.Context, o MigrateOptions) (*Migrations, error) {
	s, props, problems := readMigrationSettings(o)
	if len(problems.Errors()) > 0 {
		return nil, problems
	}
	m := &Migrations{Warnings: problems}
	log := slog.New(slog.DiscardHandler)
	if o.Logger != nil {
		log = o.Logger(logging.ReadSettings(props, props.Reader()))
	}
	targets, err := m.connect(ctx, s, props, o, log)
	if err == nil {
		err = m.read(targets, s, o)
	}
	if err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// Close closes all connections.
func (m *Migrations) Close() {
	for _, end := range m.close {
		end()
	}
}

// readMigrationSettings reads the part of the configuration that migrations need.
func readMigrationSettings(o MigrateOptions) (settings, *config.Properties, fault.List) {
	props, problems := loadProperties(o.Options, nil)
	r := props.Reader()
	s := settings{migrationRoot: o.Root}
	if s.migrationRoot == "" {
		s.migrationRoot = filepath.Join(o.sources(), "migrations")
	}
	s.readMigrations(r)
	s.readDatasources(r, o.Options)
	s.search = clusters.Read(r, o.Folder)
	problems = append(problems, r.Problems()...)
	problems.Sort()
	return s, props, problems
}

// connect returns the targets that were chosen.
func (m *Migrations) connect(ctx context.Context, s settings, props *config.Properties, o MigrateOptions, log *slog.Logger) ([]migrate.Target, error) {
	var targets []migrate.Target
	var there []string
	chosen := func(name string) bool {
		there = append(there, name)
		return o.Connection == "" || o.Connection == name
	}
	if o.Kind != MigrateSearch {
		for _, d := range s.datasources {
			if d.Migrates && chosen(d.Name) {
				d.ReadOnly = o.ReadOnly
				target, err := m.openDatasource(ctx, d, props, log)
				if err != nil {
					return nil, err
				}
				targets = append(targets, target)
			}
		}
	}
	if o.Kind != MigrateSQL && o.Kind != "" {
		for _, c := range s.search {
			if c.Migrates && chosen(c.Name) {
				target, err := m.openCluster(c, o, log)
				if err != nil {
					return nil, err
				}
				targets = append(targets, target)
			}
		}
	}
	if len(targets) == 0 && o.Connection != "" {
		return nil, &UnknownConnectionError{o.Connection, there, s.otherKind(o), s.isOff(o.Connection)}
	}
	var left fault.List
	if o.Kind == "" && o.Connection == "" {
		left = s.leftOut()
	}
	m.Warnings = append(m.Warnings, left...)
	if len(targets) == 0 && len(left) == 0 {
		m.Warnings = append(m.Warnings, nothingToMigrate(o.Kind))
	}
	return targets, nil
}

// otherKind returns the kind of the connection that was chosen, if that is not among the chosen kind.
func (s settings) otherKind(o MigrateOptions) string {
	for _, d := range s.datasources {
		if o.Kind == MigrateSearch && d.Name == o.Connection && d.Migrates {
			return MigrateSQL
		}
	}
	for _, c := range s.search {
		if o.Kind != MigrateSearch && c.Name == o.Connection && c.Migrates {
			return MigrateSearch
		}
	}
	return ""
}

// isOff reports whether there is a datasource or a search connection of a name that does not migrate.
func (s settings) isOff(name string) bool {
	return slices.ContainsFunc(s.datasources, func(d databases.Datasource) bool { return d.Name == name && !d.Migrates }) ||
		slices.ContainsFunc(s.search, func(c clusters.Connection) bool { return c.Name == name && !c.Migrates })
}

// leftOut returns the warning that no kind was chosen, and that there are search connections to migrate.
func (s settings) leftOut() fault.List {
	var names []string
	for _, c := range s.search {
		if c.Migrates {
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
	case MigrateSQL, "":
		d.Message, d.Hint = "the configuration has no datasource to migrate", "add one under datasource; for search clusters run with -m opensearch"
	case MigrateSearch:
		d.Message, d.Hint = "no search connection has migrations.enabled: true", "add it to a connection under opensearch"
	default:
		d.Message, d.Hint = "the configuration has nothing to migrate", "add a datasource, or migrations.enabled: true to a search connection"
	}
	return d
}

func (m *Migrations) openDatasource(ctx context.Context, d databases.Datasource, props *config.Properties, log *slog.Logger) (migrate.Target, error) {
	db, err := data.Open(ctx, d.Settings)
	if err != nil {
		return nil, err
	}
	m.close = append(m.close, func() { _ = db.Close() })
	return d.Target(db, props, log), nil
}

func (m *Migrations) openCluster(c clusters.Connection, o MigrateOptions, log *slog.Logger) (migrate.Target, error) {
	connection, err := cluster.Connect(c.Settings)
	if err != nil {
		return nil, err
	}
	m.close = append(m.close, connection.Close)
	return search.New(connection, search.Options{
		IndexChange: search.IndexChange(o.IndexChange), ApplyPolicies: o.ApplyPolicies, LockTimeout: c.LockTimeout, Log: log,
	}), nil
}

// read reads the files of all targets.
func (m *Migrations) read(targets []migrate.Target, s settings, o MigrateOptions) error {
	for _, target := range targets {
		folder, err := migrate.Read(target, os.DirFS(s.migrationRoot), migrate.Options{Root: shownRoot(s.migrationRoot, o.sources()), Order: s.order})
		if err != nil {
			return err
		}
		m.folders = append(m.folders, folder)
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
func (m *Migrations) searchTargets(yield func(*migrate.Folder, *search.Target) error) error {
	for _, folder := range m.folders {
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
