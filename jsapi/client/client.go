package client

import (
	_ "embed"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/web"
)

//go:embed http-client.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("http-client.js", script)}

// Client is a bean HttpClient. What all requests of a service carry, such as a password, is added by the web.Client
// that sends them: scripts cannot read it.
type Client struct {
	Bean    string // name of the bean
	Primary bool   // injected where no name is given
	BaseURL string // without a query and without a trailing slash; may be empty
	Client  web.Client
}

// Module returns the module with the class HttpClient, and with a bean for each client.
func Module(clients []Client) realm.Module {
	m := realm.Module{
		Exports: []string{"HttpClient", "HttpClientError"}, Types: []string{"HttpClient"},
		OnUse:   true,
		Scripts: code,
	}
	for _, c := range clients {
		m.Beans = append(m.Beans, realm.Bean{
			HostBean: manifest.HostBean{Name: c.Bean, Type: "HttpClient", Primary: c.Primary},
			Make:     func(r *realm.Realm, _ string) (engine.Value, error) { return c.in(r) },
		})
	}
	return m
}

// in makes the bean in one VM. Its fetch function is made when it sends its first request.
func (c Client) in(r *realm.Realm) (engine.Value, error) {
	globals, err := realm.Part[*web.Realm](r)
	if err != nil {
		return nil, err
	}
	var fetch goja.Callable
	send := func(call goja.FunctionCall) goja.Value {
		if fetch == nil {
			made, err := globals.Fetcher(c.Client)
			if err != nil {
				panic(r.Thrown(err))
			}
			fetch, _ = goja.AssertFunction(made)
		}
		answer, err := fetch(goja.Undefined(), call.Arguments...)
		if err != nil {
			panic(r.Thrown(err))
		}
		return answer
	}
	create, _ := goja.AssertFunction(r.Shared("newHttpClient"))
	return create(goja.Undefined(), r.Runtime.ToValue(c.BaseURL), r.Runtime.ToValue("the client "+c.Bean), r.Runtime.ToValue(send))
}
