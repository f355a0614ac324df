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

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/typings"
)

// typesFolder is the folder of the typings, apart from the scripts and from other files in .fwrun.
const typesFolder = ".fwrun/types"

// editorConfig is the content of an application's tsconfig.json.
const editorConfig = `{
  "extends": "./` + typesFolder + `/tsconfig.json",
  "include": ["**/*"]
}
`

// scriptConfig is the content of a jsconfig.json: in a script, a parameter without a type is not an error.
const scriptConfig = `{
  "extends": "./` + typesFolder + `/tsconfig.json",
  "compilerOptions": { "noImplicitAny": false },
  "include": ["**/*"]
}
`

// configText returns the content of a configuration with that name.
func configText(name string) []byte {
	if name == "jsconfig.json" {
		return []byte(scriptConfig)
	}
	return []byte(editorConfig)
}

// SchemaFile is the JSON Schema of application.yml, beside the typings.
const SchemaFile = typesFolder + "/application.schema.json"

// Outcome describes what Types did.
type Outcome struct {
	// Written are the files that were changed, slash-separated.
	Written []string
	// Config is the application's jsconfig.json or tsconfig.json.
	Config string
	// Add are the lines that Config lacks, if a person wrote it.
	Add []string
}

// Types writes the typings into an application, and a jsconfig.json, or a tsconfig.json if there is
// TypeScript, which refers to them. A configuration that a person wrote is overwritten only if force is set.
// The schema of application.yml is written beside the typings, unless it is nil.
func Types(folder string, schema []byte, force bool) (Outcome, error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return Outcome{}, fault.New(fault.OpFolder, fault.NotFound, "there is no folder "+folder).
			WithHint("name the folder of an application, or create one: fwrun new " + folder)
	}
	w := writer{folder: folder}
	for name, text := range declarations() {
		w.write(path.Join(typesFolder, name), text)
	}
	if schema != nil {
		w.write(SchemaFile, schema)
	}
	out := Outcome{Config: w.configName()}
	out.Add = w.config(out.Config, force)
	slices.Sort(w.written)
	out.Written = w.written
	return out, w.failed()
}

// clientFile is the client of the application that its tests import.
const clientFile = ".fwrun/client.ts"

// Client writes the client of an application for its own tests. It returns the name of the file, empty if that has not changed.
func Client(folder string, text []byte) (written string, err error) {
	w := writer{folder: folder}
	w.write(clientFile, text)
	if len(w.written) > 0 {
		written = w.written[0]
	}
	return written, w.failed()
}

// HasSchema reports whether a schema of application.yml has been written into an application.
func HasSchema(folder string) bool { return (&writer{folder: folder}).exists(SchemaFile) }

// declarations returns the embedded files by name.
func declarations() map[string][]byte {
	files := map[string][]byte{}
	entries, _ := fs.ReadDir(typings.Files, ".") // reading an embedded folder cannot fail
	for _, entry := range entries {
		files[entry.Name()], _ = typings.Files.ReadFile(entry.Name())
	}
	return files
}

// configName returns the name of the configuration that the application has, or else of the one it needs. If
// there are two, editors and tsc use tsconfig.json.
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

// Forms of a configuration that fwrun wrote: the current one, or that of an example, which refers to the
// typings in fwrun's repository and was copied from there.
var (
	extendsTypes   = regexp.MustCompile(`"extends"\s*:\s*(?:\[[^\]]*)?"(?:\./)?\.fwrun/types/tsconfig\.json"`)
	extendsTypings = regexp.MustCompile(`("extends"\s*:\s*)"[^"]*/typings/tsconfig\.json"`)
	setsInclude    = regexp.MustCompile(`"(include|files)"\s*:`)
)

// config writes the configuration. For a configuration that a person wrote it returns the lines to add.
func (w *writer) config(name string, force bool) (add []string) {
	own, err := os.ReadFile(filepath.Join(w.folder, name))
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && force && !extendsTypes.Match(own):
		w.write(name, configText(name))
	case err != nil:
		w.err = err
	case string(own) == editorConfig: // of an earlier fwrun, which wrote it for scripts, too
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

// hasTypeScript reports whether the application has a .ts or .mts file of its own.
func hasTypeScript(folder string) bool {
	found := false
	_ = filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error { // skips what cannot be read
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

// writer writes files that differ below a folder, until one cannot be written.
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

// failed returns the error of the file that could not be written.
func (w *writer) failed() error {
	if w.err == nil {
		return nil
	}
	return fault.New("scaffold.write", fault.Denied, "the files cannot be written").Because(w.err)
}
