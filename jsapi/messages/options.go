package messages

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/platform/fault"
)

// farthest is the longest time that a message can be delayed.
const farthest = 10 * 365 * 24 * time.Hour

// lowest and highest priority.
const lowest, highest = 0, 9

var optionNames = []string{"delay", "at", "id", "key", "headers", "priority", "unique", "identity"}

// readOptions reads the options of send and sendAll into a message; but for identity, which needs its body.
func (r *Realm) readOptions(one *Outgoing, method string, given engine.Value) error {
	if realm.Absent(given) {
		return nil
	}
	object, isObject := given.(*goja.Object)
	if !isObject {
		return mistake("the options of %s must be an object: { delay: \"30s\" }", method)
	}
	for _, name := range object.Keys() {
		if !slices.Contains(optionNames, name) {
			return mistake("%s has no option %q; %s", method, name,
				fault.DidYouMean("%q", name, optionNames, "the options are "+strings.Join(optionNames, ", ")))
		}
	}
	if err := r.readTime(one, object); err != nil {
		return err
	}
	for name, to := range map[string]*string{"id": &one.ID, "key": &one.Key, "unique": &one.Unique} {
		if err := readText(object, name, to); err != nil {
			return err
		}
	}
	if err := readPriority(one, object.Get("priority")); err != nil {
		return err
	}
	return readHeaders(one, object.Get("headers"))
}

// readTime reads delay and at.
func (r *Realm) readTime(one *Outgoing, object *goja.Object) error {
	wait, at := object.Get("delay"), object.Get("at")
	switch {
	case realm.Absent(wait) && realm.Absent(at):
		return nil
	case !realm.Absent(wait) && !realm.Absent(at):
		return mistake("delay and at contradict each other; give one of them")
	case realm.Absent(at):
		d, err := duration("delay", wait)
		if err != nil {
			return err
		}
		if d > 0 {
			one.At = r.VM.Now().Add(d)
		}
		return nil
	}
	date, isObject := at.(*goja.Object)
	moment, isDate := at.Export().(time.Time)
	if !isObject || !isDate || math.IsNaN(date.ToFloat()) {
		return mistake("at must be a valid Date")
	}
	if moment.Sub(r.VM.Waits().Now()) > farthest {
		return mistake("at is more than ten years ahead")
	}
	one.At = moment
	return nil
}

// duration reads a delay: seconds, or a text.
func duration(what string, given engine.Value) (time.Duration, error) {
	if n, isFloat := given.Export().(float64); isFloat && (math.IsNaN(n) || n > farthest.Seconds()) {
		return 0, mistake("%s must be a number of seconds up to ten years, or a string such as \"30s\"", what)
	}
	if n, isInt := given.Export().(int64); isInt && n > int64(farthest/time.Second) {
		return 0, mistake("%s is longer than ten years", what)
	}
	d, err := aspects.Duration(what, given)
	switch {
	case err != nil:
		return 0, mistake("%s must be a number of seconds from 0 on, or a string such as \"30s\"", what)
	case d > farthest:
		return 0, mistake("%s is longer than ten years", what)
	}
	return d, nil
}

// delay returns the delay of a QueueRetryException in milliseconds.
func delay(r *realm.Realm, given engine.Value) (engine.Value, error) {
	if realm.Absent(given) {
		panic(r.Runtime.NewTypeError("a QueueRetryException takes the delay: new QueueRetryException(\"busy\", \"5m\"); " +
			"throw another error for the usual pause"))
	}
	d, err := duration("the delay of a QueueRetryException", given)
	if err != nil {
		panic(r.Runtime.NewTypeError("%s", err.Error()))
	}
	return r.Runtime.ToValue(float64(d) / float64(time.Millisecond)), nil
}

// readText reads a string or a number.
func readText(object *goja.Object, name string, to *string) error {
	given := object.Get(name)
	if given == nil || goja.IsUndefined(given) {
		return nil
	}
	switch v := given.Export().(type) {
	case string, int64:
		*to = given.String()
	case float64:
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			*to = given.String()
		}
	}
	if *to == "" {
		return mistake("%s must be a string that is not empty, or a number", name)
	}
	return nil
}

// readIdentity reports whether listeners are to work on behalf of the sender.
func readIdentity(options engine.Value) (bool, error) {
	object, isObject := options.(*goja.Object)
	if !isObject {
		return false, nil
	}
	given := object.Get("identity")
	if given == nil || goja.IsUndefined(given) {
		return false, nil
	}
	wanted, isBool := given.Export().(bool)
	if !isBool {
		return false, mistake("identity must be true or false")
	}
	return wanted, nil
}

func readPriority(one *Outgoing, given engine.Value) error {
	if given == nil || goja.IsUndefined(given) {
		return nil
	}
	n, isInt := given.Export().(int64)
	if !isInt || n < lowest || n > highest {
		return mistake("priority must be a whole number from %d to %d, the highest", lowest, highest)
	}
	priority := int(n)
	one.Priority = &priority
	return nil
}

func readHeaders(one *Outgoing, given engine.Value) error {
	if realm.Absent(given) {
		return nil
	}
	object, isObject := given.(*goja.Object)
	if !isObject || object.ClassName() != "Object" {
		return mistake("headers must be an object: { tenant: \"acme\" }")
	}
	one.Headers = map[string]string{}
	for _, name := range object.Keys() {
		value := object.Get(name)
		switch value.Export().(type) {
		case string, int64, float64, bool:
			one.Headers[name] = value.String()
		default:
			return mistake("the header %q must be a string, a number or a boolean", name)
		}
	}
	return nil
}
