package search

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// The types of a SearchError for a request without an answer.
const (
	unreachable = "unreachable"
	notAnswered = "unanswered" // it was sent, and may have taken effect
	busy        = "busy"       // it was not sent: too many others wait
)

// unanswered returns the error for a request without an answer: a SearchError, which is answered with 503 if nobody
// catches it.
func (r *Realm) unanswered(err error) error {
	failed, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	kind, known := map[fault.Kind]string{fault.Unavailable: unreachable, fault.Timeout: notAnswered}[failed.Kind]
	if !known {
		return err
	}
	if coded, ok := errors.AsType[interface {
		error
		Code() string
	}](err); ok && coded.Code() == "EBUSY" {
		kind = busy
	}
	details := r.Runtime.NewObject()
	_ = details.Set("type", kind)
	_ = details.Set("reason", failed.Public)
	object, newErr := r.Runtime.New(r.errors, r.Runtime.ToValue(failed.Public), details)
	if newErr != nil {
		return err
	}
	r.VM.Attach(object, err)
	return &vm.Thrown{Value: object}
}

// overloaded lets a SearchError, whose cluster cannot do the work at the moment, be answered with 503 if nobody
// catches it.
func (r *Realm) overloaded(call goja.FunctionCall) goja.Value {
	if object, ok := call.Argument(0).(*goja.Object); ok {
		r.VM.Attach(object, fault.New("jsapi.search", fault.Unavailable, object.Get("message").String()))
	}
	return call.Argument(0)
}
