package app

import (
	"io/fs"

	"github.com/fwrun/fwrun/platform/fault"
)

// showLines adds the lines of scripts that a report shows above its carets.
func showLines(sources fs.FS, list fault.List) {
	read := readOnce(sources)
	for i := range list {
		if d := &list[i]; d.Source == "" && d.Place.File != "" {
			d.Source = fault.Line(read(d.Place.File), d.Place.Line)
		}
	}
}

// readOnce returns a function that reads files, each once. Without its text there is no line to show, and nothing to replace.
func readOnce(files fs.FS) func(file string) []byte {
	texts := map[string][]byte{}
	return func(file string) []byte {
		text, known := texts[file]
		if !known && fs.ValidPath(file) {
			text, _ = fs.ReadFile(files, file)
			texts[file] = text
		}
		return text
	}
}
