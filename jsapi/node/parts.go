package node

import (
	"embed"
	"encoding/json"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/bundled"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

//go:embed modules/*.js
var scripts embed.FS

// base is what all modules need: `web.node` has the modules that were made, by name, and `web.node.require` makes one.
var base = part.Part{
	Name: "node", Needs: []string{"base"},
	Script: part.Text("node/base.js", "(function (host, web) { web.node = Object.create(null); web.node.require = host.requireNode; })"),
	Host: func(r *part.Realm) map[string]part.Native {
		return map[string]part.Native{"requireNode": func(call goja.FunctionCall) goja.Value {
			exports, err := require(r, call.Argument(0).String())
			if err != nil {
				panic(r.VM.ErrorValue(err))
			}
			return exports
		}}
	},
}

// globals has the globals of Node that the web does not have.
var globals = part.Part{
	Name: "node-globals", Needs: []string{"node"}, Globals: []string{"Buffer", "global", "process"},
	Script: part.Text("node/globals.js", `(function (host, web) {
		Object.assign(web.globals, {
			Buffer: web.node.require('buffer').Buffer, process: web.node.require('process'), global: globalThis,
		});
	})`),
}

// own returns a module that is a script of the folder modules.
func own(name string) part.Part { return native(name, nil) }

// native returns a module that is a script of the folder modules with functions in Go.
func native(name string, host func(r *part.Realm) map[string]part.Native) part.Part {
	return part.Part{Name: partPrefix + name, Needs: []string{"node"}, Host: host, Script: named(name, "node/"+name+".js")}
}

// named returns the script of a module of the folder modules, under the name that stacks show.
func named(name, shown string) func() (*goja.Program, error) {
	return sync.OnceValues(func() (*goja.Program, error) {
		text, err := scripts.ReadFile("modules/" + strings.ReplaceAll(name, "/", "_") + ".js")
		if err != nil {
			return nil, err
		}
		return part.Text(shown, string(text))()
	})
}

// npm returns a module that is a package of npm.
func npm(name string) part.Part {
	return part.Part{
		Name: partPrefix + name, Needs: []string{"node"},
		Script: part.Text("node/"+name+".js", "(function (host, web) { web.node["+quote(name)+"] = host.load().default; })"), // a module that has it
		Host:   loads(map[string]string{"load": name}),
	}
}

// loads returns the functions that load packages of npm, by the names of the functions. Each takes the function that is
// asked for the modules that the package requires.
func loads(packages map[string]string) func(r *part.Realm) map[string]part.Native {
	return func(r *part.Realm) map[string]part.Native {
		functions := map[string]part.Native{}
		for function, name := range packages {
			functions[function] = func(call goja.FunctionCall) goja.Value {
				exports, err := packageScripts[name].Load(r.Runtime, call.Argument(0))
				if err != nil {
					panic(r.VM.ErrorValue(err))
				}
				return exports
			}
		}
		return functions
	}
}

// packageScripts are the packages of npm that modules are made of.
var packageScripts = map[string]bundled.Script{
	"buffer": bundled.New("buffer"), "events": bundled.New("events"), "http-parser": bundled.New("http-parser"), "punycode": bundled.New("punycode"),
	"readable-stream": bundled.New("readable-stream"), "string_decoder": bundled.New("string_decoder"), "url": bundled.New("url"),
}

// same returns a module that is a member of another one.
func same(name, of, member string) part.Part {
	return part.Part{
		Name: partPrefix + name, Needs: []string{partPrefix + of},
		Script: part.Text("node/"+name+".js", "(function (host, web) { web.node["+quote(name)+"] = web.node["+quote(of)+"]["+quote(member)+"]; })"),
	}
}

// alias returns a module that is another one.
func alias(name, of string) part.Part {
	return part.Part{
		Name: partPrefix + name, Needs: []string{partPrefix + of},
		Script: part.Text("node/"+name+".js", "(function (host, web) { web.node["+quote(name)+"] = web.node["+quote(of)+"]; })"),
	}
}

// refuse returns a module whose exports throw when they are called. values are further exports, members of an object literal.
func refuse(name, why, exports string, values ...string) part.Part {
	return part.Part{
		Name: partPrefix + name, Needs: []string{"node"},
		Script: part.Text("node/"+name+".js", `(function (host, web) {
			const exports = web.node[`+quote(name)+`] = {`+strings.Join(values, ", ")+`};
			for (const name of `+quote(exports)+`.split(' ')) {
				exports[name] = function () {
					const why = `+quote("node:"+name)+` + '.' + name + ' is not supported: ' + `+quote(why)+`;
					throw Object.assign(web.error(Error, why), {code: 'ERR_NOT_SUPPORTED'});
				};
				Object.defineProperty(exports[name], 'name', {value: name});
			}
		})`),
	}
}

// quote returns a text as a literal of JavaScript.
func quote(text string) string {
	literal, _ := json.Marshal(text) // a text is always valid
	return string(literal)
}
