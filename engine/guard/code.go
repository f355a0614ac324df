package guard

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/machine"
)

// code guards the functions that compile text: the parser and the compiler recurse, and an overflow of the Go
// stack ends the process.
//
// Since eval is replaced, every call of it is an indirect one: it sees globals only.
func (g *guard) code() {
	g.method(g.rt.GlobalObject(), "eval", func(call goja.FunctionCall, original native) goja.Value {
		if s, ok := call.Argument(0).(goja.String); ok {
			g.checkSource(s.String())
		}
		return original(call)
	})
	check := func(arguments []goja.Value) {
		total := 0
		for _, argument := range arguments {
			s := argument.String()
			total += len(s)
			g.checkSourceLength(total)
			g.checkSource(s)
		}
	}
	for _, class := range []struct {
		name    string
		example func() *goja.Program
	}{{"Function", noopProgram}, {"AsyncFunction", asyncProgram}, {"GeneratorFunction", generatorProgram}} {
		function, err := g.rt.RunProgram(class.example())
		if err != nil {
			g.missing = append(g.missing, class.name)
			continue
		}
		original, ok := function.(*goja.Object).Get("constructor").(*goja.Object)
		if !ok {
			continue
		}
		wrapper := g.constructorOf(original, check, machine.ImproveFunction)
		if class.name == "Function" && wrapper != nil {
			_ = g.rt.GlobalObject().DefineDataProperty(class.name, wrapper, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
}

func (g *guard) checkSourceLength(length int) {
	if length > g.limits.SourceLength {
		g.failRange("code of length %d is too long to evaluate; the limit is %d", length, g.limits.SourceLength)
	}
}

// checkSource limits the length, the nesting and the number of operators in a row.
func (g *guard) checkSource(source string) {
	g.checkSourceLength(len(source))
	depth, run := sourceShape(source)
	if depth > g.limits.SourceDepth {
		g.failRange("code nested deeper than %d cannot be evaluated", g.limits.SourceDepth)
	}
	if run > maxOperatorRun {
		g.failRange("code with more than %d operators in a row cannot be evaluated", maxOperatorRun)
	}
	g.spend(len(source))
}
