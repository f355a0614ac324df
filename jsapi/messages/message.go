package messages

import (
	"maps"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// installMessage adds the methods of QueueMessage.
func (r *Realm) installMessage() {
	r.messages = realm.Dynamic[*message](r.Realm, manifest.TypeMessage, "{} was called on something that is not a QueueMessage")
	getter := func(name string, get func(m *message) any) {
		r.messages.Method(name, func(m *message, _ goja.FunctionCall) (engine.Value, error) { return r.Runtime.ToValue(get(m)), nil })
	}
	getter("getId", func(m *message) any { return m.ID })
	getter("getQueue", func(m *message) any { return m.Queue })
	getter("getAttempt", func(m *message) any { return m.Attempt })
	getter("isLastAttempt", func(m *message) any { return m.Attempt >= m.MaxAttempts })
	getter("getBody", func(m *message) any { return m.Payload })
	r.messages.Method("getHeaders", func(m *message, _ goja.FunctionCall) (engine.Value, error) {
		object := r.Runtime.NewObject()
		for _, name := range slices.Sorted(maps.Keys(m.Headers)) {
			realm.Define(object, name, r.Runtime.ToValue(m.Headers[name]))
		}
		return object, nil
	})
	r.messages.Method("getHeader", func(m *message, call goja.FunctionCall) (engine.Value, error) {
		wanted := call.Argument(0).String()
		for _, name := range slices.Sorted(maps.Keys(m.Headers)) {
			if strings.EqualFold(name, wanted) {
				return r.Runtime.ToValue(m.Headers[name]), nil
			}
		}
		return goja.Null(), nil
	})
	r.messages.Method("getSentAt", func(m *message, _ goja.FunctionCall) (engine.Value, error) {
		if m.SentAt.IsZero() {
			return goja.Null(), nil
		}
		date, err := r.Runtime.New(r.date, r.Runtime.ToValue(m.SentAt.UnixMilli()))
		return date, err
	})
}
