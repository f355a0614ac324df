package objects

import (
	"encoding/json"
	"math/big"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/bundle"
)

// Call implements debugger.Objects. The text is that of a function in sloppy JavaScript, as clients carry them with them.
func (x *Objects) Call(declaration string, this debugger.Value, args []debugger.Value, e debugger.Expression) debugger.Answer {
	if e.Pure {
		return x.answer(e, nil, errPure, false)
	}
	receiver, notAFunction := valueOf(this), false
	if this == nil {
		receiver = x.rt.GlobalObject()
	}
	values := make([]goja.Value, len(args))
	for i := range args {
		values[i] = valueOf(args[i])
	}
	v, err := x.run(func() (goja.Value, error) {
		if isTooDeep(declaration) {
			return nil, errDeep
		}
		tree, err := parser.ParseFile(nil, "", "("+declaration+"\n)", 0)
		if err != nil {
			return nil, x.unparsed(err)
		}
		program, problems := bundle.Compile(tree)
		if len(problems) > 0 {
			return nil, x.mistake(problems)
		}
		made, err := x.rt.RunProgram(program)
		if err != nil {
			return nil, err
		}
		fn, ok := goja.AssertFunction(made)
		if notAFunction = !ok; notAFunction {
			return nil, nil
		}
		return fn(receiver, values...)
	})
	if notAFunction {
		return none(errNoFunction)
	}
	return x.answer(e, v, err, false)
}

// unparsed returns the SyntaxError for what goja's parser says.
func (x *Objects) unparsed(err error) error {
	message := err.Error()
	if list, ok := err.(parser.ErrorList); ok && len(list) > 0 { //nolint:errorlint // the parser wraps nothing
		message = list[0].Message
	}
	return &madeError{"SyntaxError", message}
}

// byJSON answers with a value as JSON.
func (x *Objects) byJSON(v goja.Value) debugger.Answer {
	o, ok := v.(*goja.Object)
	if !ok {
		if _, isSymbol := v.(*goja.Symbol); isSymbol {
			return none(errByValue)
		}
		return debugger.Answer{Object: x.describe(v, "", false)}
	}
	d := debugger.Object{Type: "object", JSON: json.RawMessage("{}")}
	if isFunction(o) {
		d.Type = "function"
		return debugger.Answer{Object: d}
	}
	text, err := x.run(func() (goja.Value, error) { return x.native.stringify(nil, o) })
	if err != nil {
		if strings.Contains(err.Error(), "circular") {
			return none(errCycle)
		}
		return none(errByValue)
	}
	if _, ok := text.(goja.String); ok {
		d.JSON = json.RawMessage(text.String())
	}
	return debugger.Answer{Object: d}
}

// Parse implements debugger.Objects.
func (x *Objects) Parse(text []byte, unserializable string) (debugger.Value, error) {
	switch unserializable {
	case "":
	case "NaN", "Infinity", "-Infinity", "-0":
		return x.rt.ToValue(unserializable).ToNumber(), nil
	default:
		n, ok := new(big.Int).SetString(strings.TrimSuffix(unserializable, "n"), 10)
		if !ok || !strings.HasSuffix(unserializable, "n") {
			return nil, errNoValue
		}
		return x.rt.ToValue(n), nil
	}
	if len(text) == 0 {
		return goja.Undefined(), nil
	}
	v, err := x.run(func() (goja.Value, error) { return x.native.parse(nil, x.rt.ToValue(string(text))) })
	if err != nil {
		return nil, errNoValue
	}
	return v, nil
}
