package web

import (
	"embed"
	"fmt"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

//go:embed prelude/*.js
var preludeFiles embed.FS

// preludeOrder lists the files; later ones use what earlier ones define.
var preludeOrder = []string{"errors", "events", "encoding", "url", "fetch", "language", "platform"}

// internalPrefix begins the name of every prelude file in stack frames.
const internalPrefix = "fwrun:web/"

// Internal tells the file names of this package's own script code, which a stack trace
// need not show.
func Internal(file string) bool { return strings.HasPrefix(file, internalPrefix) }

// compiledPrelude compiles the files once for all VMs.
var compiledPrelude = sync.OnceValues(func() ([]*goja.Program, error) {
	var programs []*goja.Program
	for _, name := range preludeOrder {
		source, err := preludeFiles.ReadFile("prelude/" + name + ".js")
		if err != nil {
			return nil, err
		}
		program, err := goja.Compile(internalPrefix+name+".js", string(source), true)
		if err != nil {
			return nil, fmt.Errorf("web: prelude: %w", err)
		}
		programs = append(programs, program)
	}
	return programs, nil
})

// runPrelude runs the files and returns the globals they made.
func runPrelude(rt *goja.Runtime, host *goja.Object) (*goja.Object, error) {
	programs, err := compiledPrelude()
	if err != nil {
		return nil, err
	}
	shared := rt.NewObject()
	for _, program := range programs {
		value, err := rt.RunProgram(program)
		if err != nil {
			return nil, err
		}
		file, _ := goja.AssertFunction(value)
		if _, err := file(goja.Undefined(), host, shared); err != nil {
			return nil, err
		}
	}
	return shared.Get("globals").(*goja.Object), nil
}

// trimStack takes this package's frames off the top of an Error's stack text.
func trimStack(rt *goja.Runtime, thrown goja.Value) goja.Value {
	object, ok := thrown.(*goja.Object)
	if !ok {
		return thrown
	}
	stack := object.Get("stack")
	if stack == nil {
		return thrown
	}
	lines := strings.Split(stack.String(), "\n")
	kept := lines[:0]
	for _, line := range lines {
		if !strings.Contains(line, internalPrefix) {
			kept = append(kept, line)
		}
	}
	_ = object.DefineDataProperty("stack", rt.ToValue(strings.Join(kept, "\n")), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return thrown
}
