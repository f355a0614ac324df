package repository

import (
	_ "embed"
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/rowsql"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

//go:embed repository.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("repository.js", script)}

// Module returns the module with the class Repository, which classes of the application extend to find and store
// rows.
func Module() realm.Module {
	return realm.Module{
		Exports: []string{"Repository"},
		Scripts: code,
		Install: install,
	}
}

// Realm holds the application's repositories in one VM.
type Realm struct {
	*realm.Realm
	sql       *sql.Realm
	stringify goja.Callable                // JSON.stringify
	known     map[*goja.Object]*repository // by the prototype of their class
}

var _ engine.Repositories = (*Realm)(nil)

// repository is one class of the application that extends Repository, in one VM.
type repository struct {
	*sql.Realm
	*manifest.Table
	datasource   sql.Datasource
	stringify    goja.Callable // JSON.stringify
	sql          *rowsql.Table
	fields       []string     // of the columns
	row          *goja.Object // the class of the rows
	rowPrototype *goja.Object
	own          *layout // see ownLayout
}

// Keep implements [engine.Repositories].
func (r *Realm) Keep(list []engine.Repository) error {
	var problems fault.List
	for _, live := range list {
		repo, err := r.keep(live)
		if err != nil {
			return err
		}
		r.known[live.Prototype] = repo
		for i, query := range live.Queries {
			problems = append(problems, repo.installQuery(live, query, live.Results[i])...)
		}
	}
	if len(problems) > 0 {
		problems.Sort()
		return problems
	}
	return nil
}

func (r *Realm) keep(live engine.Repository) (*repository, error) {
	table := live.Repository.Rows
	datasource, ok := r.sql.Datasource(table.Datasource)
	if !ok || datasource.Grammar == nil {
		return nil, fault.New("jsapi.keep", fault.Internal, "a repository has no datasource")
	}
	repo := &repository{Realm: r.sql, stringify: r.stringify, Table: table, datasource: datasource, row: live.Row}
	repo.rowPrototype, _ = live.Row.Get("prototype").(*goja.Object)
	names := make([]string, len(table.Columns))
	for i, column := range table.Columns {
		names[i] = column.Name
		repo.fields = append(repo.fields, column.Field)
	}
	repo.sql = rowsql.New(rowsql.Dialect(datasource.Grammar.Dialect()), table.Name, names, table.ID)
	return repo, nil
}

// install adds the methods of Repository. Like those of SqlTemplate, they block.
func install(in *realm.Realm) (any, error) {
	databases, err := realm.Part[*sql.Realm](in)
	if err != nil {
		return nil, err
	}
	r := &Realm{Realm: in, sql: databases, known: map[*goja.Object]*repository{}}
	r.stringify, _ = goja.AssertFunction(in.Runtime.Get("JSON").(*goja.Object).Get("stringify"))
	class := realm.Plain[*repository](in, "Repository", "{} was called on something that is not a repository of the application; "+
		"call it as this.users.{}(…)")
	class.Behind(r.behind)
	class.Method("findById", (*repository).findByID)
	class.Method("findAll", (*repository).findAll)
	class.Method("findPage", (*repository).findPage)
	class.Method("findBy", (*repository).findBy)
	class.Method("findOneBy", (*repository).findOneBy)
	class.Method("count", (*repository).count)
	class.Method("exists", (*repository).exists)
	class.Method("save", (*repository).save)
	class.Method("saveAll", (*repository).saveAll)
	class.Method("insert", (*repository).insert)
	class.Method("update", (*repository).update)
	class.Method("delete", (*repository).delete)
	class.Method("deleteAll", (*repository).deleteAll)
	class.Property("sql", func(repo *repository) engine.Value { return repo.Template(repo.datasource.Database) })
	return r, nil
}

// behind returns the repository that an object's class, or one of its base classes, belongs to.
func (r *Realm) behind(object *goja.Object) (*repository, bool) {
	for depth := 0; object != nil && depth < 32; depth++ {
		if repo, ok := r.known[object]; ok {
			return repo, true
		}
		object = object.Prototype()
	}
	return nil, false
}

// query runs a generated statement that returns rows.
func (repo *repository) query(statement string, args []any) (rows sql.Rows, err error) {
	session, ctx := repo.Session(repo.datasource.Database), repo.VM.Context()
	repo.VM.Block(func() { rows, err = session.Query(ctx, statement, sql.Args{Values: args}) })
	return rows, err
}

// change runs a generated statement that returns no rows.
func (repo *repository) change(statement string, args []any) (affected int64, key any, err error) {
	session, ctx := repo.Session(repo.datasource.Database), repo.VM.Context()
	repo.VM.Block(func() { affected, key, err = session.Update(ctx, statement, sql.Args{Values: args}) })
	return affected, key, err
}

// idArg reads an id.
func (repo *repository) idArg(v goja.Value, method string) (any, error) {
	if realm.Absent(v) {
		return nil, errors.New(method + " was given no id")
	}
	return repo.fieldArg(repo.ID, v)
}
