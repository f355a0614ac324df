package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"

	"github.com/fwrun/fwrun/app/search"
	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/logging"
	"github.com/fwrun/fwrun/migrate"
)

// openDatabases opens the datasources, or reuses those of the generation before if their settings are the
// same: running statements continue, and databases in memory keep their data.
func (g *generation) openDatabases(ctx context.Context, before *generation) error {
	if before != nil && reflect.DeepEqual(before.settings.datasources, g.settings.datasources) {
		g.databases = before.databases.Share()
	} else {
		if err := g.ownDatabases(); err != nil {
			return err
		}
		sources, err := data.OpenAll(ctx, g.settings.datasources)
		if err != nil {
			return g.atDatasource(err)
		}
		g.databases = share.New(sources)
	}
	g.logSlow()
	g.observeStatements()
	g.noteStatements()
	return nil
}

// reachDatabases checks that the servers which were not used before can be reached.
func (g *generation) reachDatabases(ctx context.Context, before *generation) error {
	if before != nil && before.databases == g.databases || g.replays() {
		return nil
	}
	for i, name := range g.databases.Of.Names() {
		db, _ := g.databases.Of.ByName(name)
		if db.Dialect() == data.SQLite {
			continue // opened already
		}
		if err := db.Ping(ctx); err != nil {
			return g.atDatasource(&data.OpenError{Index: i, Err: unreachable(err)})
		}
	}
	return nil
}

// unreachable adds advice to the error about a server that cannot be reached.
func unreachable(err error) error {
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind == fault.Unavailable {
		return f.WithHint("start the database, or correct the url, the user or the password")
	}
	return err
}

// logSlow logs slow statements to this generation's log, with the attributes of the request from the
// statement's context.
func (g *generation) logSlow() {
	log := g.logs.Logger(logging.SQL)
	for _, name := range g.databases.Of.Names() {
		db, _ := g.databases.Of.ByName(name)
		db.OnSlow(func(ctx context.Context, s data.Slow) {
			log.WarnContext(ctx, "slow statement", "datasource", s.Datasource, "duration", s.Took, "sql", s.SQL, "failed", s.Err != nil)
		})
	}
}

// atDatasource adds the place of its configuration to the error of a datasource that could not be opened.
func (g *generation) atDatasource(err error) error {
	failed, ok := errors.AsType[*data.OpenError](err)
	if !ok {
		return err
	}
	list := fault.Diagnose(failed.Err)
	for i := range list {
		list[i].Place = g.props.Place(fmt.Sprintf("datasource[%d].url", failed.Index))
		list[i].Source = g.props.Line(list[i].Place)
	}
	return list
}

// migrateAtStart runs the migrations of the datasources and search clusters that migrate at start.
func (g *generation) migrateAtStart(ctx context.Context) error {
	for _, name := range g.settings.migrate {
		if err := g.migrateDatabase(ctx, name); err != nil {
			return err
		}
	}
	if !g.settings.onStart || g.settings.scratch {
		return nil
	}
	for _, target := range g.search.Targets(g.logs.Logger(logging.Migrate)) {
		if err := g.migrate(ctx, target, false); err != nil {
			return err
		}
	}
	return nil
}

// migrateDatabase runs the files of a datasource. Those of a server are only looked at if nothing may be changed.
func (g *generation) migrateDatabase(ctx context.Context, name string) error {
	db, _ := g.databases.Of.ByName(name)
	return g.migrate(ctx, g.databaseTarget(db), g.settings.scratch && db.Dialect() != data.SQLite)
}

func (g *generation) databaseTarget(db *data.DB) migrate.Target {
	return newDatabaseTarget(db, g.settings.migrations[db.Name()].lockTimeout, g.props, g.logs.Logger(logging.Migrate))
}

// readSearchFiles returns what is wrong with the files of search connections. It sends nothing.
func (g *generation) readSearchFiles() error {
	connected, err := search.Open(g.settings.search, nil)
	if err != nil {
		return err
	}
	g.search = connected
	return g.readFiles(g.search.Targets(g.logs.Logger(logging.Migrate))...)
}

// readFiles returns what is wrong with the files of targets, which it does not ask.
func (g *generation) readFiles(targets ...migrate.Target) error {
	var problems fault.List
	for _, target := range targets {
		folder, err := g.readMigrations(target)
		if err != nil {
			return err
		}
		problems = append(problems, folder.Problems...)
	}
	return g.keepWarnings(problems)
}

// migrate runs the files of a target, or only looks at them.
func (g *generation) migrate(ctx context.Context, target migrate.Target, onlyLook bool) error {
	folder, err := g.readMigrations(target)
	if err != nil {
		return err
	}
	if onlyLook {
		review, err := folder.Review(ctx, false)
		if err != nil {
			return err
		}
		if len(review.Due()) > 0 {
			g.unmigrated = append(g.unmigrated, target.Name())
		}
		return g.keepWarnings(review.Problems)
	}
	report, err := migrate.Run(ctx, []*migrate.Folder{folder}, migrate.RunOptions{})
	g.warnings = append(g.warnings, report.Problems.Warnings()...)
	if d, ok := errors.AsType[fault.Diagnostic](err); ok {
		return fault.List{d} // the form in which boot reports it
	}
	return err
}

func (g *generation) readMigrations(target migrate.Target) (*migrate.Folder, error) {
	return migrate.Read(target, os.DirFS(g.settings.migrationRoot), migrate.Options{Order: g.settings.order})
}

// keepWarnings keeps the warnings of a list and returns its errors, nil if there are none.
func (g *generation) keepWarnings(problems fault.List) error {
	g.warnings = append(g.warnings, problems.Warnings()...)
	if wrong := problems.Errors(); len(wrong) > 0 {
		return wrong
	}
	return nil
}

// placeholders returns the values of keys for the files that ask for them.
func placeholders(props *config.Properties) func(key string) (value string, secret, exists bool) {
	return func(key string) (string, bool, bool) {
		v, ok := props.Lookup(key)
		return v.Text(), v.Shown() != v.Text(), ok // a URL may contain a password
	}
}
