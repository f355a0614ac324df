package databases

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// Part is the datasources of a generation.
type Part struct {
	settings Settings
	props    *config.Properties
	open     *share.Resource[*data.Sources] // nil if they are closed
	taken    bool
}

// Open takes over the datasources of the generation before if their settings are the same, or opens them. No server is reached. Mistakes
// have the places of their settings in the properties.
func Open(ctx context.Context, s Settings, props *config.Properties, before *Part) (*Part, error) {
	if before != nil && reflect.DeepEqual(before.settings.sources(), s.sources()) {
		return &Part{s, props, before.open.Share(), true}, nil
	}
	sources, err := data.OpenAll(ctx, s.sources())
	if err != nil {
		return nil, at(props, err)
	}
	return &Part{s, props, share.New(sources), false}, nil
}

// Closed returns a part without databases, for scripts that are only inspected.
func Closed() *Part { return &Part{} }

// Close closes what no other generation uses. It does nothing if p is nil.
func (p *Part) Close() error {
	if p == nil {
		return nil
	}
	return p.open.Release()
}

// at adds the place of its configuration to the error of a datasource that could not be opened.
func at(props *config.Properties, err error) error {
	if failed, ok := errors.AsType[*data.OpenError](err); ok {
		return props.At(fmt.Sprintf("datasource[%d].url", failed.Index), failed.Err)
	}
	return err
}

// TakenOver reports whether the databases are those of the generation before.
func (p *Part) TakenOver() bool { return p.taken }

// Sources returns the databases; nil if they are closed.
func (p *Part) Sources() *data.Sources {
	if p.open == nil {
		return nil
	}
	return p.open.Of
}

// All returns the databases in the order of the settings; none if they are closed.
func (p *Part) All() (list []*data.DB) {
	if p.open == nil {
		return nil
	}
	for _, name := range p.open.Of.Names() {
		db, _ := p.open.Of.ByName(name)
		list = append(list, db)
	}
	return list
}

// ByName finds an open database.
func (p *Part) ByName(name string) (*data.DB, bool) {
	if p.open == nil {
		return nil, false
	}
	return p.open.Of.ByName(name)
}

// Reach checks that the servers which were not used before can be reached.
func (p *Part) Reach(ctx context.Context) error {
	if p.taken {
		return nil
	}
	for i, db := range p.All() {
		if db.Dialect() == data.SQLite {
			continue // opened already
		}
		if err := db.Ping(ctx); err != nil {
			return at(p.props, &data.OpenError{Index: i, Err: unreachable(err)})
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

// Taped stands before a database, to record or to replay statements. It is handed what makes rows of a recording those of scripts.
type Taped func(one *sql.Datasource, dialect sqltext.Dialect, adapt func(*data.Rows) sql.Rows)

// Beans returns the datasources behind the beans of scripts.
func (p *Part) Beans(taped Taped) []sql.Datasource {
	var list []sql.Datasource
	for _, db := range p.All() {
		one := sql.Datasource{
			Name: db.Name(), Primary: db == p.open.Of.Primary(), Database: database{session{db}, db}, Source: dataSource{db}, Grammar: grammar{db.Dialect()},
		}
		taped(&one, db.Dialect(), func(result *data.Rows) sql.Rows { return rows{result} })
		list = append(list, one)
	}
	return list
}

// Target returns what the migrations of an open database are applied to, and reports whether it is one on a server.
func (p *Part) Target(name string, log *slog.Logger) (of migrate.Target, isServer bool) {
	db, _ := p.ByName(name)
	i := slices.IndexFunc(p.settings, func(d Datasource) bool { return d.Name == db.Name() })
	return p.settings[i].Target(db, p.props, log), db.Dialect() != data.SQLite
}

// Targets returns the databases whose migrations are turned on.
func (p *Part) Targets(log *slog.Logger) (targets []migrate.Target) {
	for i, db := range p.All() {
		if p.settings[i].Migrates {
			targets = append(targets, p.settings[i].Target(db, p.props, log))
		}
	}
	return targets
}
