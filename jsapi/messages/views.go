package messages

import (
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// Views returns the part of the module that the engine asks. It comes before [Module] in the listing, and installs it when the
// first message arrives.
func Views() realm.Module {
	return realm.Module{Install: func(r *realm.Realm) (any, error) { return &views{Realm: r}, nil }}
}

// views makes the script's view of messages.
type views struct {
	*realm.Realm
	used *Realm // nil until the module is used
}

var (
	_ engine.Supplier = (*views)(nil)
	_ engine.Judge    = (*views)(nil)
)

// Supply implements [engine.Supplier].
func (v *views) Supply(hostType string, subject any) (value engine.Value, ok bool, err error) {
	one, is := subject.(engine.Message)
	if !is || hostType != manifest.TypeMessage {
		return nil, false, nil
	}
	if v.used == nil {
		if err := v.Use(manifest.TypeMessage); err != nil {
			return nil, true, err
		}
	}
	return v.used.messages.New(&message{Message: one}), true, nil
}

// Verdict implements [engine.Judge].
func (v *views) Verdict(thrown engine.Value) (verdict engine.Verdict, ok bool) {
	object, isObject := thrown.(*goja.Object)
	if !isObject || v.used == nil { // then no object is of the classes
		return engine.Verdict{}, false
	}
	isRejection := realm.Descends(object, v.used.rejection)
	if !isRejection && !realm.Descends(object, v.used.retry) {
		return engine.Verdict{}, false
	}
	verdict = engine.Verdict{Reason: realm.Text(object.Get("message")), Rejected: isRejection}
	if wait := object.Get("$delay"); !isRejection && wait != nil {
		verdict.After = time.Duration(wait.ToFloat() * float64(time.Millisecond))
	}
	return verdict, true
}

// message is a script's QueueMessage.
type message struct {
	engine.Message
	realm.Properties
}
