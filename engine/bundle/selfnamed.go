package bundle

import (
	"bytes"
	"path/filepath"
)

// selfNamed matches the export of what esbuild calls _L.
var selfNamed = compiled(`(?m)^  _(\w+): \(\) => _(\w+)(,?)$`)

// mendSelfNamed gives decorated classes that name themselves their names where they are exported. Where a file calls eval, the bundler exports such
// a class L as _L, the variable that it has made for it.
func (in Input) mendSelfNamed(code []byte) []byte {
	if !bytes.Contains(code, []byte("eval(")) || !bytes.Contains(code, []byte("__decorateClass(")) {
		return code
	}
	return selfNamed().ReplaceAllFunc(code, func(line []byte) []byte {
		found := selfNamed().FindSubmatch(line)
		name := "_" + string(found[1])
		if !bytes.Equal(found[1], found[2]) || !bytes.Contains(code, []byte("\n"+name+" = __decorateClass([")) || in.mentions(name) {
			return line
		}
		return []byte("  " + name[1:] + ": () => " + name + string(found[3]))
	})
}

// mentions reports whether a file of the application has a name.
func (in Input) mentions(name string) bool {
	for _, file := range in.Files {
		if text, err := in.text(filepath.Join(in.Folder, filepath.FromSlash(file))); err == nil && bytes.Contains(text, []byte(name)) {
			return true
		}
	}
	return false
}
