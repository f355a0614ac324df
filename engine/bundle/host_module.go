package bundle

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// HostModule is a module that the host offers besides "fwrun". Its exports are the members of the object that
// is passed to the program under its name.
type HostModule struct {
	Name    string // "fwrun/test"
	Exports []string
}

// TestModule is the only module besides "fwrun".
const TestModule = Module + "/test"

// onlyInTests ends the error for an import that is allowed in tests only.
const onlyInTests = " can only be imported by tests"

// hostModules resolves "fwrun", and the input's other host modules, to modules that export the host's objects
// by name, so that a misspelt import is a compile error with its place.
func hostModules(in Input) api.Plugin {
	contents := map[string]string{Module: exportAll(in.Exports, "__fwrun")}
	for _, m := range in.Modules {
		contents[m.Name] = exportAll(m.Exports, "__modules["+jsString(m.Name)+"]")
	}
	return api.Plugin{Name: Module, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^fwrun(/.*)?$`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if refused := in.refuseImport(args, contents); refused != "" {
				return api.OnResolveResult{Errors: []api.Message{{Text: refused}}}, nil
			}
			return api.OnResolveResult{Path: args.Path, Namespace: Module, SideEffects: api.SideEffectsFalse}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: Module}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text := contents[args.Path]
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}

// exportAll returns a module with the members of an object. Those that nobody imports are not read, since the
// function around each is marked as free of side effects.
func exportAll(names []string, object string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString("export const " + name + " = /* @__PURE__ */ (() => " + object + "." + name + ")();\n")
	}
	return b.String()
}

// refuseImport returns why a file cannot import a module of the host; empty if it can.
func (in Input) refuseImport(args api.OnResolveArgs, offered map[string]string) string {
	_, known := offered[args.Path]
	switch {
	case args.Path == Module:
		return ""
	case !known && args.Path != TestModule:
		return "there is no module " + quote(args.Path) + "; everything is exported by " + quote(Module)
	case !known || slices.Contains(in.Files, in.relative(args.Importer)):
		return quote(args.Path) + onlyInTests
	}
	return ""
}

// relative returns the path of a file below the folder of the application, with slashes.
func (in Input) relative(file string) string {
	if below, is := strings.CutPrefix(filepath.ToSlash(file), filepath.ToSlash(in.Folder)+"/"); is && path.Clean(below) == below &&
		!strings.HasPrefix(below, "..") {
		return below // nearly always, and without looking at both from the root
	}
	rel, err := filepath.Rel(in.Folder, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}
