package app

import (
	"context"
	"errors"
	"os"

	"github.com/fwrun/fwrun/app/databases"
	"github.com/fwrun/fwrun/app/search"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/logging"
	"github.com/fwrun/fwrun/migrate"
)

// openDatabases opens the datasources, or takes over those of the generation before.
func (g *generation) openDatabases(ctx context.Context, was *generation) error {
	if err := g.ownDatabases(); err != nil {
		return err
	}
	opened, err := databases.Open(ctx, g.settings.datasources, g.props, was.databases)
	if err != nil {
		return err
	}
	g.databases = opened
	g.databases.Observe(databases.Observers{Metrics: g.metrics, Log: g.logs.Logger(logging.SQL), Stories: g.stories.Recorder()})
	return nil
}

// reachDatabases checks that the servers which were not used before can be reached.
func (g *generation) reachDatabases(ctx context.Context) error {
	if g.replays() {
		return nil
	}
	return g.databases.Reach(ctx)
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
	db, _ := g.databases.ByName(name)
	return g.migrate(ctx, g.databases.Target(db, g.logs.Logger(logging.Migrate)), g.settings.scratch && db.Dialect() != data.SQLite)
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
