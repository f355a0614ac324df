package bundle

import (
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// addOns are packages that are nothing without their machine code, and what there is instead.
var addOns = map[string]string{
	"bcrypt": "PasswordEncoder", "argon2": "PasswordEncoder", "@node-rs/bcrypt": "PasswordEncoder", "@node-rs/argon2": "PasswordEncoder",
	"sharp": "Images", "canvas": "Images", "better-sqlite3": "SqlTemplate", "sqlite3": "SqlTemplate", "pg-native": "SqlTemplate",
	"node-sass": "", "kerberos": "", "re2": "", "zeromq": "", "snappy": "", "node-pty": "", "@tensorflow/tfjs-node": "",
}

// addOnLoaders are the packages with which packages load their machine code.
var addOnLoaders = []string{"bindings", "node-gyp-build", "node-gyp-build-optional-packages", "@mapbox/node-pre-gyp", "node-pre-gyp"}

// isAddOn ends the message about an add-on.
const isAddOn = " is an add-on of machine code for Node, which fwrun cannot load"

// insteadOfAddOn is a hint for a package; empty if there is nothing instead.
func insteadOfAddOn(name string) string {
	if bean := addOns[name]; bean != "" {
		return "use the bean " + bean + `: import { ` + bean + ` } from "fwrun"`
	}
	return "look for a package of JavaScript or WebAssembly that does the same"
}

// machineCode reports imports of add-ons by the application. In a package, which may have something else for this case, what would load them
// throws at once.
func machineCode(in Input) api.Plugin {
	const loader = addedNamespace + "-addon"
	return api.Plugin{Name: "add-ons", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^[@a-z]`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			name, folder := packageName(args.Path), in.relative(args.Importer)
			_, known := addOns[name]
			switch {
			case known && args.Namespace == "file" && !isPackage(folder):
				return api.OnResolveResult{Errors: []api.Message{{Text: quote(name) + isAddOn}}}, nil
			case isPackage(folder) && slices.Contains(addOnLoaders, name):
				return api.OnResolveResult{Path: packageOfFile(folder), Namespace: loader}, nil
			}
			return api.OnResolveResult{}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: loader}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text := "module.exports = () => { throw Object.assign(new Error(" + jsString(quote(args.Path)+isAddOn+": "+insteadOfAddOn(args.Path)) +
				"), {code: \"ERR_DLOPEN_FAILED\"}); };\n" +
				"module.exports.path = module.exports.resolve = module.exports.find = module.exports.default = module.exports;\n"
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}

// addOnOf returns the name in a message about an add-on; empty if it is another message.
func addOnOf(message string) string {
	name, _ := strings.CutSuffix(message, isAddOn)
	if name == message {
		return ""
	}
	return strings.Trim(name, `"`)
}
