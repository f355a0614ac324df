package guard

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/hoist"
	"github.com/fwrun/fwrun/engine/machine"
)

// code guards the functions that compile text: the parser and the compiler recurse, and an overflow of the Go
// stack ends the process.
//
// Since eval is replaced, every call of it is an indirect one: it sees globals only, but in sloppy code, see [machine.Limits].
func (g *guard) code() {
	g.directEval, _ = g.rt.Get("eval").(*goja.Object)
	g.method(g.rt.GlobalObject(), "eval", func(call goja.FunctionCall, original native) goja.Value {
		if s, ok := call.Argument(0).(goja.String); ok {
			call.Arguments = []goja.Value{g.evaluated(s, nil)}
		}
		return original(call)
	})
	g.eval, _ = g.rt.Get("eval").(*goja.Object)
	check := func(arguments []goja.Value) {
		total := 0
		for i, argument := range arguments {
			s := argument.String()
			total += len(s)
			g.checkSourceLength(total)
			g.checkSource(s)
			readable := inPairs(s)
			if i == len(arguments)-1 {
				readable = hoist.Body(readable, texts(arguments[:i])...)
			}
			if readable != s {
				arguments[i] = g.rt.ToValue(readable)
			}
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

func texts(values []goja.Value) (list []string) {
	for _, value := range values {
		list = append(list, value.String())
	}
	return list
}

// AroundEval begins the last argument of a call of eval, which is written there when a program is compiled: the names, with blanks between them,
// that a scope around has and a variable in the text must not have.
const AroundEval = "%around "

// evaluated returns what eval may be given of a text.
func (g *guard) evaluated(text goja.String, others []goja.Value) goja.Value {
	s := text.String()
	g.checkSource(s)
	var taken []string
	if len(others) > 0 {
		if around, is := others[len(others)-1].(goja.String); is {
			if names, found := strings.CutPrefix(around.String(), AroundEval); found {
				taken = strings.Fields(names)
			}
		}
	}
	if readable := hoist.Evaluated(inPairs(s), taken); readable != s {
		return g.rt.ToValue(readable)
	}
	return text
}

// lastPlane matches escapes of the characters for which goja's parser has no place, with the backslashes before.
var lastPlane = regexp.MustCompile(`\\+u\{0*10[0-9A-Fa-f]{4}\}`)

// inPairs writes escapes of the last characters of Unicode as pairs of surrogates: goja's parser ends the run when it
// meets one with six digits. What the bundler writes has none.
func inPairs(source string) string {
	if !strings.Contains(source, `\u{`) {
		return source
	}
	return lastPlane.ReplaceAllStringFunc(source, func(found string) string {
		at := strings.IndexByte(found, 'u')
		if at%2 == 0 { // the backslash is escaped itself
			return found
		}
		char, err := strconv.ParseInt(strings.Trim(found[at+1:], "{}"), 16, 32)
		if err != nil {
			return found
		}
		lead, trail := utf16.EncodeRune(rune(char))
		return found[:at-1] + escapedUnit(uint16(lead)) + escapedUnit(uint16(trail))
	})
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
