package testapi

import (
	"embed"
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

//go:embed scripts/*.js
var scripts embed.FS

// files lists the scripts in the order in which they run: each uses the values of those before it.
var files = [...]string{
	"show.js", "equal.js", "mock.js", "matchers.js", "pretty.js", "snapshot.js", "expect.js", "vi.js", "register.js", "beans.js", "client.js",
}

// programs compiles the scripts once. Each is the body of a function with the parameters `host`, the Go functions,
// and `shared`, the values that the scripts have returned.
var programs = sync.OnceValues(func() ([]*goja.Program, error) {
	var list []*goja.Program
	for _, name := range files {
		text, err := scripts.ReadFile("scripts/" + name)
		if err != nil {
			return nil, err
		}
		program, err := goja.Compile("fwrun:test/"+name, `(function (host, shared) { "use strict"; `+string(text)+`})`, true)
		if err != nil {
			return nil, fmt.Errorf("scripts/%s: %w", name, err)
		}
		list = append(list, program)
	}
	return list, nil
})
