package jsapi

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/rowsql"
)

// repository is one class of the application that extends Repository, in one VM.
type repository struct {
	*manifest.Table
	datasource   Datasource
	sql          *rowsql.Table
	fields       []string     // of the columns
	row          *goja.Object // the class of the rows
	rowPrototype *goja.Object
}

// Keep implements [engine.Runtime].
func (r *runtime) Keep(list []engine.Repository) error {
	var problems fault.List
	for _, live := range list {
		repo, err := r.keep(live)
		if err != nil {
			return err
		}
		r.repositories[live.Prototype] = repo
		for i, query := range live.Queries {
			problems = append(problems, r.installQuery(repo, live, query, live.Results[i])...)
		}
	}
	if len(problems) > 0 {
		problems.Sort()
		return problems
	}
	return nil
}

func (r *runtime) keep(live engine.Repository) (*repository, error) {
	table := live.Repository.Rows
	datasource, ok := r.datasource(table.Datasource)
	if !ok || datasource.Grammar == nil {
		return nil, fault.New("jsapi.keep", fault.Internal, "a repository has no datasource")
	}
	repo := &repository{Table: table, datasource: datasource, row: live.Row}
	repo.rowPrototype, _ = live.Row.Get("prototype").(*goja.Object)
	names := make([]string, len(table.Columns))
	for i, column := range table.Columns {
		names[i] = column.Name
		repo.fields = append(repo.fields, column.Field)
	}
	repo.sql = rowsql.New(rowsql.Dialect(datasource.Grammar.Dialect()), table.Name, names, table.ID)
	return repo, nil
}

// datasource finds one by its name; without one it is the primary.
func (r *runtime) datasource(name string) (Datasource, bool) {
	for _, d := range r.api.options.Databases {
		if d.Name == name || name == "" && d.Primary {
			return d, true
		}
	}
	return Datasource{}, false
}

// installRepository adds the methods of Repository. They block, as those of SqlTemplate do.
func (r *runtime) installRepository() {
	prototype := r.Prototype("Repository")
	for name, method := range map[string]func(*repository, goja.FunctionCall) (goja.Value, error){
		"findById":  r.repoFindByID,
		"findAll":   r.repoFindAll,
		"findPage":  r.repoFindPage,
		"findBy":    r.repoFindBy,
		"findOneBy": r.repoFindOneBy,
		"count":     r.repoCount,
		"exists":    r.repoExists,
		"save":      r.repoSave,
		"saveAll":   r.repoSaveAll,
		"insert":    r.repoInsert,
		"update":    r.repoUpdate,
		"delete":    r.repoDelete,
		"deleteAll": r.repoDeleteAll,
	} {
		r.method(prototype, name, func(call goja.FunctionCall) goja.Value {
			value, err := method(r.repositoryOf(call.This, name), call)
			if err != nil {
				panic(r.Thrown(err))
			}
			return value
		})
	}
	r.installRepositoryTemplate(prototype)
}

// installRepositoryTemplate gives every repository the SqlTemplate of its datasource as `sql`, which a class may have a field of its own for.
func (r *runtime) installRepositoryTemplate(prototype *goja.Object) {
	get := func(call goja.FunctionCall) goja.Value {
		repo := r.repositoryOf(call.This, "sql")
		return r.template(repo.datasource.Database)
	}
	set := func(call goja.FunctionCall) goja.Value {
		if object, ok := call.This.(*goja.Object); ok {
			_ = object.DefineDataProperty("sql", call.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
		return goja.Undefined()
	}
	_ = prototype.DefineAccessorProperty("sql", r.Runtime.ToValue(get), r.Runtime.ToValue(set), goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// repositoryOf finds what belongs to an object by its class, or a base of that.
func (r *runtime) repositoryOf(this goja.Value, name string) *repository {
	object, _ := this.(*goja.Object)
	for depth := 0; object != nil && depth < 32; depth++ {
		if repo, ok := r.repositories[object]; ok {
			return repo
		}
		object = object.Prototype()
	}
	panic(r.Runtime.NewTypeError("%s was called on something that is no repository of the application; call it as this.users.%s(…)", name, name))
}

// repoQuery runs a statement that the repository has written.
func (r *runtime) repoQuery(repo *repository, sql string, args []any) (rows Rows, err error) {
	session, ctx := r.session(repo.datasource.Database), r.VM.Context()
	r.VM.Block(func() { rows, err = session.Query(ctx, sql, Args{Positional: args}) })
	return rows, err
}

// repoChange is repoQuery for one that returns no rows.
func (r *runtime) repoChange(repo *repository, sql string, args []any) (affected int64, key any, err error) {
	session, ctx := r.session(repo.datasource.Database), r.VM.Context()
	r.VM.Block(func() { affected, key, err = session.Update(ctx, sql, Args{Positional: args}) })
	return affected, key, err
}

// idArg reads an id.
func (r *runtime) idArg(repo *repository, v goja.Value, method string) (any, error) {
	if realm.Absent(v) {
		return nil, errors.New(method + " was given no id")
	}
	return r.fieldArg(repo, repo.ID, v)
}
