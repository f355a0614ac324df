package typescript

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/tsconfig"
	"github.com/fwrun/fwrun/typings"
)

// always are the options that no configuration changes: how fwrun reads scripts, and that nothing is written or told besides.
func always() map[string]any {
	options := map[string]any{
		"noEmit": true, "allowJs": true, "checkJs": true, "skipLibCheck": true, "experimentalDecorators": true, "useDefineForClassFields": true,
		"listFiles": true,
	}
	for _, name := range []string{
		"composite", "incremental", "listEmittedFiles", "traceResolution", "explainFiles", "diagnostics", "extendedDiagnostics",
	} {
		options[name] = false
	}
	for _, name := range []string{"tsBuildInfoFile", "emitDeclarationOnly", "generateTrace", "generateCpuProfile"} {
		options[name] = nil
	}
	return options
}

// project is an application as TypeScript is to see it.
type project struct {
	folder string // absolute, without links
	config tsconfig.Config
	ours   string // the folder of the configuration and of the typings
}

// file is the name of the configuration: a jsconfig.json has other defaults.
func (p *project) file() string {
	if p.config.File == "" {
		return "tsconfig.json"
	}
	return filepath.Base(p.config.File)
}

// text returns the configuration.
func (p *project) text() []byte {
	options := always()
	declared := p.declarations()
	isOurs := func(file string) bool { return filepath.Base(file) == "fwrun.d.ts" } // of another fwrun, perhaps
	document := map[string]any{
		"compilerOptions": options, "files": append([]string{declared}, slices.DeleteFunc(slices.Clone(p.config.Files), isOurs)...),
	}
	switch {
	case p.config.File == "":
		document["extends"] = filepath.Join(p.ours, "types", "tsconfig.json")
		options["noImplicitAny"] = p.hasTypeScript()
	default:
		document["extends"] = p.config.File
		if p.isEmpty() {
			document["files"] = p.config.Files // a mistake, which is to be reported
		}
	}
	switch {
	case p.config.Include != nil:
		document["include"] = p.config.Include
	case p.config.Files == nil:
		document["include"] = []string{filepath.Join(p.folder, "**", "*")}
	}
	if p.config.Exclude != nil {
		document["exclude"] = p.config.Exclude
	}
	p.resolve(options, declared)
	text, _ := json.MarshalIndent(document, "", "  ") // texts and lists of them
	return text
}

// isEmpty reports whether the configuration names no files at all.
func (p *project) isEmpty() bool {
	return p.config.Files != nil && len(p.config.Files) == 0 && p.config.Include == nil
}

// resolve sets where modules and types come from, which would be the folders around the configuration.
func (p *project) resolve(options map[string]any, declared string) {
	options["rootDir"] = filepath.VolumeName(p.folder) + string(filepath.Separator) // nothing is written, wherever it would be
	paths := p.config.Paths()
	if _, own := paths["fwrun"]; own || p.nearest(filepath.Join("node_modules", "fwrun")) != nil {
		paths["fwrun"] = []string{declared}
	}
	if len(paths) > 0 {
		options["paths"] = paths
	}
	if roots := p.config.TypeRoots; roots != nil {
		options["typeRoots"] = roots
		return
	}
	roots := p.nearest(filepath.Join("node_modules", "@types"))
	if len(p.config.Types) > 0 { // packages that have types besides
		roots = append(roots, p.nearest("node_modules")...)
	}
	if len(roots) > 0 {
		options["typeRoots"] = roots
	}
}

// nearest lists the folders with a name in the application and in those around it.
func (p *project) nearest(name string) (list []string) {
	for dir := p.folder; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			list = append(list, path)
		}
		if dir == filepath.Dir(dir) {
			return list
		}
	}
}

// declarations is the file of this binary's typings.
func (p *project) declarations() string { return filepath.Join(p.ours, "types", "fwrun.d.ts") }

// write writes the configuration and the typings.
func (p *project) write() error {
	types := filepath.Join(p.ours, "types")
	if err := os.MkdirAll(types, 0o700); err != nil {
		return err
	}
	entries, err := fs.ReadDir(typings.Files, ".")
	for _, entry := range entries {
		text, _ := typings.Files.ReadFile(entry.Name()) // embedded
		if err == nil {
			err = os.WriteFile(filepath.Join(types, entry.Name()), text, 0o600)
		}
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(p.ours, p.file()), p.text(), 0o600)
}

func (p *project) hasTypeScript() bool {
	found := false
	p.each(func(name string) bool {
		found = strings.HasSuffix(name, ".ts") || strings.HasSuffix(name, ".mts")
		return !found
	})
	return found
}

// each calls do for the files that TypeScript may read, relative to the folder, until it returns false: not those of packages.
func (p *project) each(do func(name string) bool) {
	_ = filepath.WalkDir(p.folder, func(path string, entry fs.DirEntry, err error) error { // what cannot be read is nowhere else, either
		if entry == nil {
			return nil
		}
		switch name := entry.Name(); {
		case err != nil && entry.IsDir(), entry.IsDir() && path != p.folder && (name == "node_modules" || strings.HasPrefix(name, ".")):
			return fs.SkipDir
		case err != nil || entry.IsDir() || !isSource(name):
			return nil
		}
		if relative, err := filepath.Rel(p.folder, path); err == nil && !do(filepath.ToSlash(relative)) {
			return fs.SkipAll
		}
		return nil
	})
}

func isSource(name string) bool {
	switch filepath.Ext(name) {
	case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json":
		return true
	}
	return false
}
