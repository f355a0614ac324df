package app

import (
	"os"
	"path/filepath"

	"github.com/fwrun/fwrun/platform/fault"
)

// showLines adds the lines of scripts in a folder that a report shows above its carets.
func showLines(sources string, list fault.List) {
	read := readOnce(sources)
	for i := range list {
		if d := &list[i]; d.Source == "" && d.Place.File != "" {
			d.Source = fault.Line(read(d.Place.File), d.Place.Line)
		}
	}
}

// readOnce returns a function that reads the files of a folder, each once. Without its text there is no line to show, and nothing to replace.
func readOnce(folder string) func(file string) []byte {
	texts := map[string][]byte{}
	return func(file string) []byte {
		text, known := texts[file]
		if !known && filepath.IsLocal(filepath.FromSlash(file)) {
			text, _ = os.ReadFile(filepath.Join(folder, filepath.FromSlash(file)))
			texts[file] = text
		}
		return text
	}
}
