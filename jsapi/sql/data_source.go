package sql

import (
	"context"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// PoolStats counts the connections of a datasource.
type PoolStats struct{ Open, InUse, Idle, Max int }

// Source is the datasource behind a DataSource bean.
type Source interface {
	Dialect() string // sqlite, postgres or mysql
	Ping(ctx context.Context) error
	Stats() PoolStats
}

// Datasource is a database with a name. Its beans are the SqlTemplate <Name>-template, the TransactionTemplate
// <Name>-txn and the DataSource <Name>. A bean of the application that has one of the names replaces it.
type Datasource struct {
	Name     string
	Primary  bool
	Database Database
	Source   Source
	Grammar  Grammar // what repositories need to know about its SQL; without one there are no repositories
}

// installDataSource adds the methods of DataSource.
func (r *Realm) installDataSource() {
	r.sources = realm.Plain[Datasource](r.Realm, "DataSource", "{} was called on something that is not a DataSource; call it as this.source.{}()")
	r.sources.Method("ping", r.pingSource)
	r.sources.Method("stats", r.statsOfSource)
	r.sources.Getter("name", func(d Datasource, _ goja.FunctionCall) engine.Value { return r.Runtime.ToValue(d.Name) })
	r.sources.Getter("dialect", func(d Datasource, _ goja.FunctionCall) engine.Value { return r.Runtime.ToValue(d.Source.Dialect()) })
}

func (r *Realm) pingSource(d Datasource, _ goja.FunctionCall) (goja.Value, error) {
	var err error
	ctx := r.VM.Context()
	r.VM.Block(func() { err = r.VM.GivingWay(ctx, false, d.Source.Ping) })
	return goja.Undefined(), err
}

func (r *Realm) statsOfSource(d Datasource, _ goja.FunctionCall) (goja.Value, error) {
	stats, object := d.Source.Stats(), r.Runtime.NewObject()
	_ = object.Set("open", stats.Open)
	_ = object.Set("inUse", stats.InUse)
	_ = object.Set("idle", stats.Idle)
	_ = object.Set("max", stats.Max)
	return object, nil
}
