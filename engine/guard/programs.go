package guard

import (
	"strconv"
	"sync"

	"github.com/dop251/goja"
)

// The scripts that the guards need, compiled once for all runtimes.
var (
	noopProgram      = program("(function(){})")
	generatorProgram = program("(function*(){})")
	asyncProgram     = program("(async function(){})")
	operatorsProgram = program(`({
		shl(a, b) { return a << b },
		shr(a, b) { return a >> b },
		pow(a, b) { return a ** b },
		numeric(v) { return v++ },
	})`)
)

func program(source string) func() *goja.Program {
	return sync.OnceValue(func() *goja.Program { return goja.MustCompile("guard.js", source, true) })
}

func itoa(i int) string { return strconv.Itoa(i) }
