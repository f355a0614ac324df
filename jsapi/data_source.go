package jsapi

import (
	"context"

	"github.com/dop251/goja"
)

// PoolStats are the connections of a datasource.
type PoolStats struct{ Open, InUse, Idle, Max int }

// Source is what a DataSource bean stands on.
type Source interface {
	Dialect() string // sqlite, postgres or mysql
	Ping(ctx context.Context) error
	Stats() PoolStats
}

// dataSource makes the bean of a datasource.
func (r *runtime) dataSource(d Datasource) goja.Value {
	object := r.Runtime.CreateObject(r.sourcePrototype)
	r.sources[object] = d
	return object
}

// installDataSource adds the methods of DataSource.
func (r *runtime) installDataSource() {
	for name, method := range map[string]func(Source) (goja.Value, error){
		"ping": r.pingSource, "stats": r.statsOfSource,
	} {
		r.method(r.sourcePrototype, name, func(call goja.FunctionCall) goja.Value {
			value, err := method(r.sourceIn(call, name).Source)
			if err != nil {
				panic(r.Thrown(err))
			}
			return value
		})
	}
	for name, read := range map[string]func(Datasource) string{
		"name": func(d Datasource) string { return d.Name }, "dialect": func(d Datasource) string { return d.Source.Dialect() },
	} {
		getter := r.Runtime.ToValue(func(call goja.FunctionCall) goja.Value { return r.Runtime.ToValue(read(r.sourceIn(call, name))) })
		_ = r.sourcePrototype.DefineAccessorProperty(name, getter, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

func (r *runtime) sourceIn(call goja.FunctionCall, name string) Datasource {
	object, _ := call.This.(*goja.Object)
	source, ok := r.sources[object]
	if !ok {
		panic(r.Runtime.NewTypeError("%s was called on something that is no DataSource; call it as this.source.%s()", name, name))
	}
	return source
}

func (r *runtime) pingSource(source Source) (goja.Value, error) {
	var err error
	ctx := r.VM.Context()
	r.VM.Block(func() { err = r.VM.GivingWay(ctx, false, source.Ping) })
	return goja.Undefined(), err
}

func (r *runtime) statsOfSource(source Source) (goja.Value, error) {
	stats, object := source.Stats(), r.Runtime.NewObject()
	_ = object.Set("open", stats.Open)
	_ = object.Set("inUse", stats.InUse)
	_ = object.Set("idle", stats.Idle)
	_ = object.Set("max", stats.Max)
	return object, nil
}
