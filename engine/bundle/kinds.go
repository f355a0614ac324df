package bundle

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
)

// importHelper begins how the bundler imports a CommonJS module. With a second argument the default import is what the module exports, as in
// Node; without it is what such a module calls its default, as in TypeScript.
const importHelper = "__toESM(require_"

// mendKinds has modules of packages with "type": "module" import CommonJS modules as Node does. The bundler knows of which kind a file is only if
// it has resolved the import of it by itself, and not a plugin, such as [allEffects].
func (in Input) mendKinds(code []byte) []byte {
	var out []byte
	known, file := map[string]bool{}, ""
	for at := bytes.Index(code, []byte(importHelper)); at >= 0; at = bytes.Index(code, []byte(importHelper)) {
		if line := bytes.LastIndex(code[:at], []byte(fileLine)); line >= 0 {
			name, _, _ := bytes.Cut(code[line+len(fileLine):], []byte("\n"))
			file = string(name)
		}
		end := at + bytes.IndexByte(code[at:], ')') + 1
		out, code = append(out, code[:end]...), code[end:]
		if bytes.HasPrefix(code, []byte(")")) && isPackage(file) && in.isModule(file, known) {
			out = append(out, ", 1"...)
		}
	}
	return append(out, code...)
}

// isModule reports whether the package.json of a file says that it is a module. Which folders say so is known already, or will be.
func (in Input) isModule(file string, known map[string]bool) bool {
	switch filepath.Ext(file) {
	case ".js", ".jsx", ".ts", ".tsx":
		return moduleFolder(filepath.Dir(filepath.Join(in.Folder, filepath.FromSlash(file))), known)
	}
	return false // its name says what it is
}

func moduleFolder(folder string, known map[string]bool) bool {
	is, found := known[folder]
	if found {
		return is
	}
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err == nil {
		var of struct{ Type string }
		is = json.Unmarshal(text, &of) == nil && of.Type == "module"
	} else if above := filepath.Dir(folder); above != folder {
		is = moduleFolder(above, known)
	}
	known[folder] = is
	return is
}
