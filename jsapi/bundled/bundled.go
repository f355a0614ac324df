package bundled

import (
	"embed"
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

//go:embed dist/*.js
var files embed.FS

// Script is one package of npm. It is the same for all VMs.
type Script struct {
	name    string
	program func() (*goja.Program, error)
}

// New returns the script with a name of packages.json.
func New(name string) Script {
	return Script{name, sync.OnceValues(func() (*goja.Program, error) { return compile(name) })}
}

func compile(name string) (*goja.Program, error) {
	text, err := files.ReadFile("dist/" + name + ".js")
	if err != nil {
		return nil, fmt.Errorf("bundled: there is no script %q", name)
	}
	// The file names of fwrun's own scripts begin like this: see jsapi/web/part.
	program, err := goja.Compile("fwrun:npm/"+name+".js", "(function (module, exports, require) {"+string(text)+"\n})", false)
	if err != nil {
		return nil, fmt.Errorf("bundled: %s: %w", name, err)
	}
	return program, nil
}

// Load runs the script and returns its exports. It calls require, a function of scripts, for each module that packages.json names
// as external; nil will do if there are none.
func (s Script) Load(rt *goja.Runtime, require goja.Value) (goja.Value, error) {
	program, err := s.program()
	if err != nil {
		return nil, err
	}
	value, err := rt.RunProgram(program)
	if err != nil {
		return nil, err
	}
	run, _ := goja.AssertFunction(value)
	if require == nil {
		require = goja.Undefined()
	}
	module, exports := rt.NewObject(), rt.NewObject()
	if err := module.Set("exports", exports); err != nil {
		return nil, err
	}
	if _, err := run(goja.Undefined(), module, exports, require); err != nil {
		return nil, err
	}
	return module.Get("exports"), nil
}
