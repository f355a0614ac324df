package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/logging"
	"github.com/fwrun/fwrun/migrate"
)

// openDatabases opens the datasources, or takes those of the generation before when the settings for them
// are the same: what is in flight stays in flight, and what is in memory stays in memory.
func (g *generation) openDatabases(ctx context.Context, before *generation) error {
	if before != nil && reflect.DeepEqual(before.settings.datasources, g.settings.datasources) {
		g.databases = before.databases.share()
	} else {
		sources, err := data.OpenAll(ctx, g.settings.datasources)
		if err != nil {
			return g.atDatasource(err)
		}
		g.databases = sharing(sources)
	}
	g.logSlow()
	return nil
}

// reachDatabases asks the servers that nobody has asked yet whether they are there.
func (g *generation) reachDatabases(ctx context.Context, before *generation) error {
	if before != nil && before.databases == g.databases {
		return nil
	}
	for i, name := range g.databases.of.Names() {
		db, _ := g.databases.of.ByName(name)
		if db.Dialect() == data.SQLite {
			continue // opened already
		}
		if err := db.Ping(ctx); err != nil {
			return g.atDatasource(&data.OpenError{Index: i, Err: unreachable(err)})
		}
	}
	return nil
}

// unreachable adds the mend to what a server's absence is reported with.
func unreachable(err error) error {
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind == fault.Unavailable {
		return f.WithHint("start the database, or correct the url, the user or the password")
	}
	return err
}

// logSlow has this generation's log told of slow statements, with what the statement's
// context knows of the request.
func (g *generation) logSlow() {
	log := g.logs.Logger(logging.SQL)
	for _, name := range g.databases.of.Names() {
		db, _ := g.databases.of.ByName(name)
		db.OnSlow(func(ctx context.Context, s data.Slow) {
			log.WarnContext(ctx, "slow statement", "datasource", s.Datasource, "duration", s.Took, "sql", s.SQL, "failed", s.Err != nil)
		})
	}
}

// atDatasource tells where the datasource is configured that could not be opened.
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

// migrateDatabases brings those up to date that migrate at start.
func (g *generation) migrateDatabases(ctx context.Context) error {
	for _, name := range g.settings.migrate {
		if err := g.migrate(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

func (g *generation) migrate(ctx context.Context, name string) error {
	db, _ := g.databases.of.ByName(name)
	report, err := migrate.SQL(ctx, db, os.DirFS(g.settings.migrations), migrate.Options{
		Log: g.logs.Logger(logging.Migrate), DryRun: g.settings.scratch && db.Dialect() != data.SQLite,
	})
	g.warnings = append(g.warnings, report.Warnings...)
	if d, ok := errors.AsType[fault.Diagnostic](err); ok {
		return fault.List{d} // the form that boot reports
	}
	return err
}
