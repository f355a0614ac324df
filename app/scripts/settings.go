package scripts

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/web/wasm"
	"github.com/fwrun/fwrun/platform/config"
)

// Settings are those of scripts.
type Settings struct {
	Scan    []string
	Browser []string        // packages whose builds for browsers are chosen
	Served  []string        // folders of static files, which contain no scripts of the application
	Inside  *folders.Inside // nil for an application that is a folder

	Folders       []string // absolute, of the bean Files
	VariableNames []string // of what packages find in process.env
	Variables     []string // "NAME=value", those that are set
	WebAssembly   wasm.Limits
}

// Read reads the settings of an application that is in a folder, or inside of an executable. What is served is for the caller to add.
func Read(r *config.Reader, root string, env []string, inside *folders.Inside) Settings {
	names := r.Strings("process.env")
	return Settings{
		Scan:          r.Strings("framework.scan"),
		Browser:       r.Strings("framework.packages.browser"),
		Inside:        inside,
		Folders:       folder.Read(r, "files.folders", root),
		VariableNames: names,
		Variables:     passedOn(names, env),
		WebAssembly: wasm.Limits{
			Module:   r.Size("server.wasm.max-module-bytes"),
			Memory:   r.Size("server.wasm.memory-limit"),
			Memories: r.Size("server.wasm.worker-memory-limit"),
		},
	}
}

// passedOn returns the lines of an environment that have one of the names; "*" is all names.
func passedOn(names, env []string) (list []string) {
	for _, line := range env {
		name, _, _ := strings.Cut(line, "=")
		if slices.Contains(names, name) || slices.Contains(names, "*") {
			list = append(list, line)
		}
	}
	return list
}
