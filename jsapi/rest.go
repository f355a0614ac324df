package jsapi

import (
	"context"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/http"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// rest is what is no module of its own.
func (a *API) rest() realm.Module {
	return realm.Module{
		Exports: append(errorClassNames(),
			"SqlTemplate", "SqlError", "SqlStream", "DataSource", "Repository", "TransactionTemplate", "Cache", "CacheManager", "LockManager",
			"ApplicationContext", "Aspect",
		),
		Types: []string{
			"SqlTemplate", "SqlStream", "DataSource",
			"TransactionTemplate", "CacheManager", "LockManager", "ApplicationContext", "Aspect",
		},
		Beans: a.restBeans(), Scripts: exportScripts(), Install: a.installRest,
	}
}

// bean is one of this module.
func bean(b manifest.HostBean, do func(r *runtime, asker string) (engine.Value, error)) realm.Bean {
	return realm.Bean{HostBean: b, Make: func(r *realm.Realm, asker string) (engine.Value, error) {
		part, err := realm.Part[*runtime](r)
		if err != nil {
			return nil, err
		}
		return do(part, asker)
	}}
}

func one1(do func(r *runtime) goja.Value) func(r *runtime, _ string) (engine.Value, error) {
	return func(r *runtime, _ string) (engine.Value, error) { return do(r), nil }
}

func (a *API) restBeans() []realm.Bean {
	beans := []realm.Bean{
		bean(manifest.HostBean{Name: "applicationContext", Type: "ApplicationContext"},
			one1(func(r *runtime) goja.Value { return r.Object("ApplicationContext") })),
	}
	for _, d := range a.options.Databases {
		beans = append(beans,
			bean(manifest.HostBean{Name: d.Name + "-template", Type: "SqlTemplate", Primary: d.Primary},
				one1(func(r *runtime) goja.Value { return r.template(d.Database) })),
			bean(manifest.HostBean{Name: d.Name, Type: "DataSource", Primary: d.Primary, Yields: true},
				one1(func(r *runtime) goja.Value { return r.dataSource(d) })),
			bean(manifest.HostBean{Name: d.Name + "-txn", Type: "TransactionTemplate", Primary: d.Primary},
				one1(func(r *runtime) goja.Value { return r.transactionTemplate(d.Database) })))
	}
	beans = append(beans, bean(manifest.HostBean{Name: "cacheManager", Type: "CacheManager"}, one1((*runtime).cacheManager)),
		bean(manifest.HostBean{Name: "lockManager", Type: "LockManager"}, one1((*runtime).lockManager)))
	return beans
}

func (a *API) installRest(in *realm.Realm) (any, error) {
	answers, err := realm.Part[*http.Realm](in)
	if err != nil {
		return nil, err
	}
	r := &runtime{
		Realm: in, api: a, answers: answers,
		templates: map[*goja.Object]Database{}, primaries: map[*goja.Object]*goja.Object{}, sources: map[*goja.Object]Datasource{},
		ledgers: map[Database]*ledger{}, repositories: map[*goja.Object]*repository{},
	}
	r.uncalled, r.release = context.WithCancel(context.Background())
	r.advisor = aspects.New(in, a.ports)
	r.keepClasses()
	r.Convert(r.refused)
	r.installTemplate()
	r.installStream()
	r.installDataSource()
	r.installAspects()
	r.installRepository()
	return r, nil
}
