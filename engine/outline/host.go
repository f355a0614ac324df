package outline

import (
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/typings"
)

// host returns the outline of what fwrun itself declares. It is read when an error wants to know it first.
var host = sync.OnceValue(func() *Outline {
	names, err := fs.Glob(typings.Files, "*.d.ts")
	if err != nil {
		return nil
	}
	var files []*source.File
	for _, name := range names {
		if text, err := fs.ReadFile(typings.Files, name); err == nil {
			files = append(files, source.Read(path.Join("fwrun", name), []byte(WithoutModules(string(text)))))
		}
	}
	return Of(source.NewProject(files...))
})

// WithoutModules returns declarations as they would be written outside of `declare module "fwrun" { … }`, which is not read.
func WithoutModules(text string) string {
	var out strings.Builder
	within := false
	for line := range strings.Lines(text) {
		switch trimmed := strings.TrimRight(line, "\r\n"); {
		case strings.HasPrefix(trimmed, `declare module "`):
			within = true
		case within && trimmed == "}":
			within = false
		default:
			out.WriteString(line)
			continue
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// isHost reports whether a specifier is one of fwrun's own modules.
func isHost(specifier string) bool {
	return specifier == "fwrun" || strings.HasPrefix(specifier, "fwrun/")
}

// hostClass returns a class of fwrun: one that scripts import, or one that is everywhere.
func hostClass(name string, isImported bool) *Class {
	for _, f := range host().all() {
		for i := range f.Classes {
			if c := &f.Classes[i]; c.Name == name && (c.Export != "") == isImported {
				return c
			}
		}
	}
	return nil
}
