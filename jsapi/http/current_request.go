package http

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
)

// currentRequest is the HttpRequest bean. Every property that a script reads, sets or calls is that of the current
// call's request.
type currentRequest struct{ realm *Realm }

// current makes the bean.
func (r *Realm) currentRequest() goja.Value {
	object := r.Runtime.NewDynamicObject(&currentRequest{r})
	_ = object.SetPrototype(r.requests.Prototype)
	return object
}

// request returns the request of the current call, or nil.
func (c *currentRequest) request() *requestObject {
	value, err := engine.CurrentRequest(c.realm.VM)
	if err != nil || value == nil {
		return nil
	}
	request, _ := value.(*goja.Object).Export().(*requestObject)
	return request
}

// Get implements goja.DynamicObject, like all methods below.
func (c *currentRequest) Get(key string) goja.Value {
	if request := c.request(); request != nil {
		return request.Get(key)
	}
	return nil
}

// Set sets a property of the request. Without a request it throws.
func (c *currentRequest) Set(key string, value goja.Value) bool {
	request := c.request()
	return request != nil && request.Set(key, value)
}

// Has reports whether the request has a property.
func (c *currentRequest) Has(key string) bool {
	request := c.request()
	return request != nil && request.Has(key)
}

// Delete removes a property of the request.
func (c *currentRequest) Delete(key string) bool {
	request := c.request()
	return request != nil && request.Delete(key)
}

// Keys lists the properties of the request.
func (c *currentRequest) Keys() []string {
	if request := c.request(); request != nil {
		return request.Keys()
	}
	return nil
}
