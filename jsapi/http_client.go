package jsapi

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/web"
)

// HTTPClient is a bean HttpClient. What the requests of its service carry, such as a
// password, is its Client's business: scripts do not see it.
type HTTPClient struct {
	Bean    string // its name
	Primary bool   // injected where no name is given
	BaseURL string // without a query and without a slash at its end; none when empty
	Client  web.Client
}

// httpClient makes the bean. What it sends with is made when it sends first.
func (r *runtime) httpClient(c HTTPClient) (engine.Value, error) {
	var fetch goja.Callable
	send := func(call goja.FunctionCall) goja.Value {
		if fetch == nil {
			made, err := r.globals.Fetcher(c.Client)
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
