package http

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
)

// currentRequest is a script's HttpRequest that is always the one of the call that asks: all
// that is looked at, set or called is that one's.
type currentRequest struct{ realm *Realm }

// current makes the bean.
func (r *Realm) currentRequest() goja.Value {
	object := r.Runtime.NewDynamicObject(&currentRequest{r})
	_ = object.SetPrototype(r.requests.Prototype)
	return object
}

// request is the one of the call under way, or nil.
func (c *currentRequest) request() *requestObject {
	value, err := engine.CurrentRequest(c.realm.VM)
	if err != nil || value == nil {
		return nil
	}
	request, _ := value.(*goja.Object).Export().(*requestObject)
	return request
}

// Get implements goja.DynamicObject, as do all methods.
func (c *currentRequest) Get(key string) goja.Value {
	if request := c.request(); request != nil {
		return request.Get(key)
	}
	return nil
}

// Set sets a property of the request; without one it is an error.
func (c *currentRequest) Set(key string, value goja.Value) bool {
	request := c.request()
	return request != nil && request.Set(key, value)
}

// Has tells whether the request has a property.
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
