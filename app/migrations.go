package app

import (
	"cmp"
	"context"
	"log/slog"
	"path/filepath"

	"github.com/fwrun/fwrun/app/migrations"
	clusters "github.com/fwrun/fwrun/app/search"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/logging"
)

// MigrateOptions are the options of OpenMigrations.
type MigrateOptions struct {
	Options
	migrations.Choice
}

// OpenMigrations reads the configuration and all migration files. It connects to nothing yet, except that it opens
// the files of SQLite databases. The error is a fault.List or a *migrations.UnknownConnectionError.
func OpenMigrations(ctx context.Context, o MigrateOptions) (*migrations.Folders, error) {
	s, props, problems := readMigrationSettings(o)
	if len(problems.Errors()) > 0 {
		return nil, problems
	}
	log := slog.New(slog.DiscardHandler)
	if o.Logger != nil {
		log = o.Logger(logging.ReadSettings(props, props.Reader()))
	}
	folders, err := migrations.Open(ctx, o.Choice, s.migrations, s.migrated(o.Choice, props, log), o.sources())
	if err != nil {
		return nil, err
	}
	folders.Warnings = append(problems, folders.Warnings...)
	return folders, nil
}

// readMigrationSettings reads the part of the configuration that migrations need.
func readMigrationSettings(o MigrateOptions) (settings, *config.Properties, fault.List) {
	props, problems := loadProperties(o.Options, &generation{})
	r := props.Reader()
	var s settings
	s.migrations = migrations.Read(r, cmp.Or(o.Root, filepath.Join(o.sources(), "migrations")))
	s.readDatasources(r, o.Options)
	s.search = clusters.Read(r, o.Folder)
	problems = append(problems, r.Problems()...)
	problems.Sort()
	return s, props, problems
}

// migrated returns what may have migrations, datasources first.
func (s *settings) migrated(o migrations.Choice, props *config.Properties, log *slog.Logger) (list []migrations.Candidate) {
	for _, d := range s.datasources {
		d.ReadOnly = o.ReadOnly
		list = append(list, migrations.Candidate{
			Name: d.Name, Kind: migrate.SQL, Enabled: d.Migrates, Open: func(ctx context.Context) (migrate.Target, func(), error) {
				db, err := data.Open(ctx, d.Settings)
				if err != nil {
					return nil, nil, err
				}
				return d.Target(db, props, log), func() { _ = db.Close() }, nil
			},
		})
	}
	for _, c := range s.search {
		list = append(list, migrations.Candidate{
			Name: c.Name, Kind: migrate.Search, Enabled: c.Migrates, Open: func(context.Context) (migrate.Target, func(), error) {
				connection, err := cluster.Connect(c.Settings)
				if err != nil {
					return nil, nil, err
				}
				return search.New(connection, search.Options{
					IndexChange: search.IndexChange(o.IndexChange), ApplyPolicies: o.ApplyPolicies, LockTimeout: c.LockTimeout, Log: log,
				}), connection.Close, nil
			},
		})
	}
	return list
}
