package search

import (
	"context"
	_ "embed"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// The scripts of the module, in the order in which they run.
var (
	//go:embed search-error.js
	errorScript string
	//go:embed search-requests.js
	requestsScript string
	//go:embed search-hits.js
	hitsScript string
	//go:embed search-client.js
	clientScript string
)

// code is compiled once.
var code = []realm.Script{
	realm.Source("search-error.js", errorScript), realm.Source("search-requests.js", requestsScript),
	realm.Source("search-hits.js", hitsScript), realm.Source("search-client.js", clientScript),
}

// Cluster is the cluster behind a SearchClient. It is safe for concurrent use.
type Cluster interface {
	// Send sends a request. The path is escaped and includes the query. A body of nil is not sent. reads means that
	// the request changes nothing, so that it may be sent again.
	//
	// An answer with any status is not an error. If the cluster could not be reached, the error is a [fault.Error] of
	// the kind [fault.Unavailable]; if a request was sent and not answered, it is one of the kind [fault.Timeout].
	Send(ctx context.Context, method, path string, body []byte, mediaType string, reads bool) (status int, answer []byte, err error)
}

// Connection is a search cluster with a name. Its bean is the SearchClient <Name>-search.
type Connection struct {
	Name    string
	Primary bool // injected where no name is given
	Cluster Cluster
	// Begin returns a context for a request that begins, in the order in which scripts begin them. It may be nil.
	Begin func(ctx context.Context) context.Context
}

// Module returns the module with the classes SearchClient, SearchScroll and SearchError, and with a bean for each
// connection.
func Module(connections []Connection) realm.Module {
	m := realm.Module{
		Exports: []string{"SearchClient", "SearchScroll", "SearchError"}, Types: []string{"SearchClient", "SearchScroll"},
		OnUse:   true,
		Scripts: code,
		Install: func(r *realm.Realm) (any, error) { return install(r), nil },
	}
	for _, c := range connections {
		m.Beans = append(m.Beans, realm.Bean{
			HostBean: manifest.HostBean{Name: c.Name + "-search", Type: "SearchClient", Primary: c.Primary},
			Make:     realm.MakeWith(func(r *Realm, _ string) (engine.Value, error) { return r.client(c) }),
		})
	}
	return m
}

// Realm is the search API in one VM.
type Realm struct {
	*realm.Realm
	errors *goja.Object // the class SearchError, as it was before any user code ran
}

func install(in *realm.Realm) *Realm { return &Realm{in, in.Shared("SearchError")} }

// client makes the SearchClient of a connection.
func (r *Realm) client(c Connection) (engine.Value, error) {
	host := r.Runtime.NewObject()
	_ = host.Set("send", r.sender(c))
	_ = host.Set("overloaded", r.overloaded)
	_ = host.Set("dates", r.dates)
	create, _ := goja.AssertFunction(r.Shared("newSearchClient"))
	return create(goja.Undefined(), host)
}

// sender returns the function that sends a request and returns the promise of {status, text}. Its arguments are the
// method, the path, the body or undefined, the body's media type, and whether the request changes nothing.
func (r *Realm) sender(to Connection) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		method, path := call.Argument(0).String(), call.Argument(1).String()
		var body []byte
		if given := call.Argument(2); !goja.IsUndefined(given) {
			body = []byte(given.String())
		}
		mediaType, reads := call.Argument(3).String(), call.Argument(4).ToBoolean()
		ctx := r.VM.Context()
		if to.Begin != nil {
			ctx = to.Begin(ctx)
		}
		return r.VM.Go(func(context.Context) (vm.Result, error) {
			status, answer, err := to.send(ctx, method, path, body, mediaType, reads)
			return func(rt *goja.Runtime) (goja.Value, error) {
				if err != nil {
					return nil, r.unanswered(err)
				}
				object := rt.NewObject()
				_ = object.Set("status", status)
				_ = object.Set("text", string(answer))
				return object, nil
			}, nil
		})
	}
}

// dates returns the names of the fields that a class, or one of its base classes, declares as Date.
func (r *Realm) dates(call goja.FunctionCall) goja.Value {
	var names []string
	class, _ := call.Argument(0).(*goja.Object)
	prototype, _ := class.Get("prototype").(*goja.Object)
	for depth := 0; r.Container != nil && prototype != nil && depth < 32; depth++ {
		if _, types := r.Container.ColumnsOf(prototype); types != nil { // fields of base classes included
			for name, stored := range types {
				if stored == manifest.Moment {
					names = append(names, name)
				}
			}
			break
		}
		prototype = prototype.Prototype()
	}
	return r.Texts(names)
}
