package sql

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
)

// The limits of parameters. A script can give an array any length without filling it.
const (
	MaxParameters = 65_535 // of one statement: PostgreSQL's limit; SQLite and MySQL have lower ones
	MaxBatch      = 1_000_000
)

// AtMost returns an error for an array with more elements than the limit.
func AtMost(list *goja.Object, limit int, what string) error {
	if n := realm.Integer(list.Get("length")); n > limit {
		return fmt.Errorf("%d %s are too many; at most %d can be given at once", n, what, limit)
	}
	return nil
}

// ReadArgs reads parameters: an array by position, an object by name, or one value as the only parameter.
func (r *Realm) ReadArgs(v goja.Value) (Args, error) {
	if goja.IsUndefined(v) {
		return Args{}, nil
	}
	object, ok := v.(*goja.Object)
	if !ok {
		value, err := r.Arg(v, ordinal(0))
		return Args{Values: []any{value}}, err
	}
	switch {
	case object.ClassName() == "Array":
		if err := AtMost(object, MaxParameters, "parameters"); err != nil {
			return Args{}, err
		}
		values, err := r.values(object, r.argOrList)
		return Args{Values: values}, err
	case IsValue(object):
		value, err := r.Arg(object, ordinal(0))
		return Args{Values: []any{value}}, err
	}
	if why := Unfit(object); why != "" {
		return Args{}, errors.New("what was given as parameters is " + why)
	}
	return r.named(object), nil
}

func (r *Realm) named(object *goja.Object) Args {
	keys := append([]string{}, object.Keys()...) // not nil: they are by name even if there are none
	return r.NamedArgs(keys, func(i int) goja.Value { return object.Get(keys[i]) })
}

// NamedArgs returns parameters by name, of which value returns each. Scripts often pass a whole DTO: what cannot be a
// parameter is left out, and if the statement names it, running the statement fails with the reason.
func (r *Realm) NamedArgs(names []string, value func(i int) goja.Value) Args {
	args := Args{Names: names, Values: make([]any, 0, len(names))}
	for i, name := range names {
		v, err := r.argOrList(value(i), "parameter :"+name)
		if err != nil {
			return r.someNamed(args, i, value, err)
		}
		args.Values = append(args.Values, v)
	}
	return args
}

// someNamed goes on with NamedArgs without a name that has no value that can be a parameter.
func (r *Realm) someNamed(args Args, without int, value func(i int) goja.Value, why error) Args {
	names := args.Names
	args.Names, args.Unfit = slices.Clone(names[:without]), map[string]string{names[without]: why.Error()}
	for i := without + 1; i < len(names); i++ {
		v, err := r.argOrList(value(i), "parameter :"+names[i])
		if err != nil {
			args.Unfit[names[i]] = err.Error()
			continue
		}
		args.Names, args.Values = append(args.Names, names[i]), append(args.Values, v)
	}
	return args
}

// values converts the elements of an array to Go values.
func (r *Realm) values(list *goja.Object, one func(goja.Value, string) (any, error)) ([]any, error) {
	items := realm.Elements(list)
	values := make([]any, len(items))
	for i, item := range items {
		value, err := one(item, ordinal(i))
		if err != nil {
			return nil, err
		}
		values[i] = value
	}
	return values, nil
}

// argOrList converts a value like Arg, and an array to a List, for IN (…).
func (r *Realm) argOrList(v goja.Value, what string) (any, error) {
	list, ok := v.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return r.Arg(v, what)
	}
	if err := AtMost(list, MaxParameters, "values of a list"); err != nil {
		return nil, err
	}
	values, err := r.values(list, r.Arg)
	if err != nil {
		return nil, fmt.Errorf("in the list of %s: %w", what, err)
	}
	return List(values), nil
}

// IsValue reports whether an object is a single value: a Date or bytes.
func IsValue(o *goja.Object) bool {
	return o.ClassName() == "Date" || o.Get("byteLength") != nil
}

// Arg converts one parameter to a Go value. undefined counts as null.
func (r *Realm) Arg(v goja.Value, what string) (any, error) {
	if realm.Absent(v) {
		return nil, nil
	}
	object, ok := v.(*goja.Object)
	if !ok {
		if _, symbol := v.(*goja.Symbol); symbol {
			return nil, fmt.Errorf("%s is a symbol, which a database cannot hold", what)
		}
		switch value := v.Export().(type) {
		case int64, float64, bool, string, *big.Int:
			return value, nil
		}
		return nil, fmt.Errorf("%s is a %s, which a database cannot hold", what, v.ExportType())
	}
	switch exported := object.ExportType(); {
	case exported == reflect.TypeFor[time.Time]():
		if t, valid := object.Export().(time.Time); valid {
			return t, nil
		}
		return nil, fmt.Errorf("%s is an invalid Date", what)
	case object.Get("byteLength") != nil:
		if bytes, ok := realm.Bytes(object); ok {
			return bytes, nil
		}
	}
	if why := Unfit(object); why != "" {
		return nil, fmt.Errorf("%s is %s", what, why)
	}
	return nil, fmt.Errorf("%s is an object; give one of its properties, or JSON.stringify(…) of it", what)
}

// Unfit says what an object is of which a database can hold nothing, not even as JSON, and what to give in its place; it is "" for others.
func Unfit(o *goja.Object) string {
	switch exported := o.ExportType(); {
	case exported == reflect.TypeFor[*goja.Promise]():
		return "a promise; write await before it"
	case exported == reflect.TypeFor[[]any]() && o.ClassName() != "Array":
		return "a Set; give an array of its values, […set]"
	case exported == reflect.TypeFor[[][2]any]():
		return "a Map; give one of its values, or Object.fromEntries(map)"
	case exported.Kind() == reflect.Func:
		return "a function, which a database cannot hold"
	}
	return ""
}

// ordinal returns the description of a positional parameter, which counts from 1.
func ordinal(i int) string { return "parameter " + strconv.Itoa(i+1) }
