package app

import (
	"os"
	"path/filepath"

	"github.com/fwrun/fwrun/platform/fault"
)

// showLines adds the lines of scripts in a folder that a report shows above its carets.
func showLines(sources string, list fault.List) {
	texts := map[string][]byte{}
	for i := range list {
		d := &list[i]
		if d.Source != "" || d.Place.File == "" {
			continue
		}
		text, known := texts[d.Place.File]
		if !known {
			text, _ = os.ReadFile(filepath.Join(sources, filepath.FromSlash(d.Place.File))) // without it, there is no line to show
			texts[d.Place.File] = text
		}
		d.Source = fault.Line(text, d.Place.Line)
	}
}
