package bundle

import (
	"bytes"
	"encoding/json"
	"path/filepath"
)

// importHelper begins how the bundler imports a CommonJS module. With a second argument the default import is what the module exports, as in
// Node; without it is what such a module calls its default, as in TypeScript.
const importHelper = "__toESM(require_"

// mendKinds has modules of packages with "type": "module" import CommonJS modules as Node does. The bundler knows of which kind a file is only if
// it has resolved the import of it by itself, and not a plugin, such as [allEffects].
func (in Input) mendKinds(code []byte) []byte {
	var out []byte
	modules, file := stated{states: saysModule}, ""
	for at := bytes.Index(code, []byte(importHelper)); at >= 0; at = bytes.Index(code, []byte(importHelper)) {
		if line := bytes.LastIndex(code[:at], []byte(fileLine)); line >= 0 {
			name, _, _ := bytes.Cut(code[line+len(fileLine):], []byte("\n"))
			file = string(name)
		}
		end := at + bytes.IndexByte(code[at:], ')') + 1
		out, code = append(out, code[:end]...), code[end:]
		if bytes.HasPrefix(code, []byte(")")) && isPackage(file) && hasNoKind(file) &&
			modules.of(filepath.Dir(filepath.Join(in.Folder, filepath.FromSlash(file)))) {
			out = append(out, ", 1"...)
		}
	}
	if out == nil {
		return code
	}
	return append(out, code...)
}

// saysModule reports whether a package.json says that scripts are modules.
func saysModule(text []byte) bool {
	var of struct{ Type string }
	return json.Unmarshal(text, &of) == nil && of.Type == "module"
}

// hasNoKind reports whether a name does not say itself if its script is a module.
func hasNoKind(file string) bool {
	switch filepath.Ext(file) {
	case ".js", ".jsx", ".ts", ".tsx":
		return true
	}
	return false
}
