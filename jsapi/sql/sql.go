package sql

import (
	"context"
	_ "embed"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/records"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/realm"
)

//go:embed sql.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("sql.js", script)}

// Module returns the module with the classes for databases, SqlTemplate, TransactionTemplate, SqlStream, DataSource,
// SqlError and its subclasses, and with beans for each datasource. violations maps a kind of SqlError to the answer
// that a client gets when nobody catches the error; errors of other kinds are failures of the application.
func Module(datasources []Datasource, violations map[string]Violation) realm.Module {
	m := realm.Module{
		Exports: append(errorClassNames(), "SqlTemplate", "TransactionTemplate", "SqlError", "SqlStream", "DataSource"),
		Types:   []string{"SqlTemplate", "TransactionTemplate", "SqlStream", "DataSource"},
		Scripts: code,
		Install: func(r *realm.Realm) (any, error) { return install(r, datasources, violations), nil },
	}
	for _, d := range datasources {
		m.Beans = append(m.Beans,
			bean(manifest.HostBean{Name: d.Name + "-template", Type: "SqlTemplate", Primary: d.Primary},
				func(r *Realm) engine.Value { return r.Template(d.Database) }),
			bean(manifest.HostBean{Name: d.Name, Type: "DataSource", Primary: d.Primary, Yields: true},
				func(r *Realm) engine.Value { return r.sources.New(d) }),
			bean(manifest.HostBean{Name: d.Name + "-txn", Type: "TransactionTemplate", Primary: d.Primary},
				func(r *Realm) engine.Value { return r.transactions.New(&template{Realm: r, database: d.Database}) }))
	}
	return m
}

func bean(b manifest.HostBean, do func(*Realm) engine.Value) realm.Bean {
	return realm.Bean{HostBean: b, Make: realm.MakeWith(func(r *Realm, _ string) (engine.Value, error) { return do(r), nil })}
}

// Realm is the database API in one VM.
type Realm struct {
	*realm.Realm
	datasources []Datasource
	violations  map[string]Violation

	templates    *realm.Class[*template]
	transactions *realm.Class[*template] // of TransactionTemplate
	sources      *realm.Class[Datasource]
	streams      *realm.Class[*stream]
	templateOf   map[Database]engine.Value   // see Template
	ledgers      map[Database]*ledger        // see ledgerOf
	savepoints   int                         // how many were made
	layouts      map[*string]*records.Layout // see layoutOf
	classes      map[*goja.Object]*rowClass  // see rowClassOf
	uncalled     context.Context             // for work outside of any call
	release      context.CancelFunc          // ends uncalled

	// As they were before any user code ran.
	errors      map[string]*goja.Object // the classes of errors, by kind
	date, bytes *goja.Object            // the classes Date and Uint8Array
	parse       goja.Callable           // JSON.parse
	objects     *goja.Object            // Object.prototype
}

var (
	_ engine.AnswerReader  = (*Realm)(nil)
	_ engine.Releaser      = (*Realm)(nil)
	_ aspects.Transactions = (*Realm)(nil)
)

func install(in *realm.Realm, datasources []Datasource, violations map[string]Violation) *Realm {
	r := &Realm{
		Realm: in, datasources: datasources, violations: violations,
		templateOf: map[Database]engine.Value{}, ledgers: map[Database]*ledger{}, layouts: map[*string]*records.Layout{},
		classes: map[*goja.Object]*rowClass{},
		objects: in.Runtime.NewObject().Prototype(),
		date:    in.Runtime.Get("Date").(*goja.Object), bytes: in.Runtime.Get("Uint8Array").(*goja.Object),
	}
	r.parse, _ = goja.AssertFunction(in.Runtime.Get("JSON").(*goja.Object).Get("parse"))
	r.uncalled, r.release = context.WithCancel(context.Background())
	r.keepErrors()
	r.Convert(r.refused)
	r.installTemplate()
	r.installStream()
	r.installDataSource()
	r.transactions = realm.Plain[*template](in, "TransactionTemplate", "{} was called on something that is not a TransactionTemplate")
	r.transactions.Method("execute", (*template).transaction)
	return r
}

// Datasource returns a datasource by its name, or the primary one for an empty name.
func (r *Realm) Datasource(name string) (Datasource, bool) {
	for _, d := range r.datasources {
		if d.Name == name || name == "" && d.Primary {
			return d, true
		}
	}
	return Datasource{}, false
}
