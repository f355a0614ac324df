package scaffold

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/typings"
)

// typesFolder is where the typings go: out of the way of the scripts, and of everything
// else that may be written into .fwrun.
const typesFolder = ".fwrun/types"

// editorConfig is all that an application's tsconfig.json has to say.
const editorConfig = `{
  "extends": "./` + typesFolder + `/tsconfig.json",
  "include": ["**/*"]
}
`

// scriptConfig is that of a jsconfig.json: a parameter of which a comment says nothing is no mistake in a script.
const scriptConfig = `{
  "extends": "./` + typesFolder + `/tsconfig.json",
  "compilerOptions": { "noImplicitAny": false },
  "include": ["**/*"]
}
`

// configText is what a configuration of that name has to say.
func configText(name string) []byte {
	if name == "jsconfig.json" {
		return []byte(scriptConfig)
	}
	return []byte(editorConfig)
}

// Outcome is what Types did.
type Outcome struct {
	// Written are the files that were not the same before, slash-separated.
	Written []string
	// Config is the application's jsconfig.json or tsconfig.json.
	Config string
	// Add are the lines that Config lacks, when it is a person's own.
	Add []string
}

// Types writes the typings into an application, and a jsconfig.json, or a tsconfig.json if
// there is TypeScript, which refers to them. A person's own is overwritten only by force.
func Types(folder string, force bool) (Outcome, error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return Outcome{}, fault.New("scaffold.types", fault.NotFound, "there is no folder "+folder).
			WithHint("name the folder of an application, or make one: fwrun new " + folder)
	}
	w := writer{folder: folder}
	for name, text := range declarations() {
		w.write(path.Join(typesFolder, name), text)
	}
	out := Outcome{Config: w.configName()}
	out.Add = w.config(out.Config, force)
	slices.Sort(w.written)
	out.Written = w.written
	return out, w.failed()
}

// declarations are the embedded files by name.
func declarations() map[string][]byte {
	files := map[string][]byte{}
	entries, _ := fs.ReadDir(typings.Files, ".") // an embedded folder can be read
	for _, entry := range entries {
		files[entry.Name()], _ = typings.Files.ReadFile(entry.Name())
	}
	return files
}

// configName is the configuration the application has, else the one it needs. Of two,
// editors and tsc take tsconfig.json.
func (w *writer) configName() string {
	for _, name := range []string{"tsconfig.json", "jsconfig.json"} {
		if w.exists(name) {
			return name
		}
	}
	if hasTypeScript(w.folder) {
		return "tsconfig.json"
	}
	return "jsconfig.json"
}

// Forms of a configuration that fwrun wrote: this one, or an example's, which refers to the
// typings in fwrun's repository and was copied out of it.
var (
	extendsTypes   = regexp.MustCompile(`"extends"\s*:\s*(?:\[[^\]]*)?"(?:\./)?\.fwrun/types/tsconfig\.json"`)
	extendsTypings = regexp.MustCompile(`("extends"\s*:\s*)"[^"]*/typings/tsconfig\.json"`)
	setsInclude    = regexp.MustCompile(`"(include|files)"\s*:`)
)

// config writes the configuration. For one of a person's own it gives the lines to add.
func (w *writer) config(name string, force bool) (add []string) {
	own, err := os.ReadFile(filepath.Join(w.folder, name))
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && force && !extendsTypes.Match(own):
		w.write(name, configText(name))
	case err != nil:
		w.err = err
	case string(own) == editorConfig: // that of an earlier fwrun, for scripts as well
		w.write(name, configText(name))
	case extendsTypes.Match(own):
	case extendsTypings.Match(own):
		w.write(name, extendsTypings.ReplaceAll(own, []byte(`$1"./`+typesFolder+`/tsconfig.json"`)))
	default:
		add = []string{`"extends": "./` + typesFolder + `/tsconfig.json"`}
		if !setsInclude.Match(own) {
			add = append(add, `"include": ["**/*"]`)
		}
	}
	return add
}

// hasTypeScript looks for a .ts or .mts file of the application's own.
func hasTypeScript(folder string) bool {
	found := false
	_ = filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error { // what cannot be read is not looked at
		name := entry.Name()
		switch {
		case err != nil:
			return nil
		case entry.IsDir() && file != folder && (name == "node_modules" || strings.HasPrefix(name, ".")):
			return fs.SkipDir
		case !entry.IsDir() && !strings.HasSuffix(name, ".d.ts") && (strings.HasSuffix(name, ".ts") || strings.HasSuffix(name, ".mts")):
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// writer writes files below a folder, those that differ, until one cannot be written.
type writer struct {
	folder  string
	written []string
	err     error
}

func (w *writer) exists(name string) bool {
	_, err := os.Lstat(filepath.Join(w.folder, filepath.FromSlash(name)))
	return err == nil
}

func (w *writer) write(name string, text []byte) {
	file := filepath.Join(w.folder, filepath.FromSlash(name))
	if before, err := os.ReadFile(file); w.err != nil || err == nil && bytes.Equal(before, text) {
		return
	}
	if w.err = os.MkdirAll(filepath.Dir(file), 0o755); w.err == nil {
		w.err = os.WriteFile(file, text, 0o644)
	}
	if w.err == nil {
		w.written = append(w.written, name)
	}
}

// failed is what could not be written.
func (w *writer) failed() error {
	if w.err == nil {
		return nil
	}
	return fault.New("scaffold.write", fault.Denied, "the files cannot be written").Because(w.err)
}
