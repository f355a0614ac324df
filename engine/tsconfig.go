package engine

import (
	"path/filepath"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/engine/tsconfig"
	"github.com/fwrun/fwrun/platform/fault"
)

// dialect is what an application's tsconfig.json or jsconfig.json says of its scripts.
type dialect struct {
	paths    source.Paths // how imports are resolved
	standard bool         // decorators are those of the language
	jsx      tsconfig.JSX
	metadata tsconfig.Metadata
}

// readConfig reads the dialect. The problem is a mistake in one of these files.
func readConfig(folder string) (dialect, fault.List) {
	config, err := tsconfig.Read(folder)
	if err != nil {
		return dialect{}, fault.List{{
			Severity: fault.Warning, Code: "tsconfig", Place: fault.Place{File: filepath.Base(config.File)},
			Message: "its paths are ignored", Why: err.Error(), Hint: "run tsc -p . to see what is wrong with it",
		}}
	}
	if config.File == "" {
		return dialect{}, nil
	}
	return dialect{config.Relative(folder), config.Experimental != nil && !*config.Experimental, config.JSX, config.Emitted()}, nil
}
