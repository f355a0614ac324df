package engine

import (
	"path/filepath"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/engine/tsconfig"
	"github.com/fwrun/fwrun/platform/fault"
)

// readConfig reads how the application's tsconfig.json or jsconfig.json resolves imports, and whether it wants standard decorators. The
// problem is a mistake in one of these files.
func readConfig(folder string) (paths source.Paths, standard bool, problems fault.List) {
	config, err := tsconfig.Read(folder)
	if err != nil {
		return source.Paths{}, false, fault.List{{
			Severity: fault.Warning, Code: "tsconfig", Place: fault.Place{File: filepath.Base(config.File)},
			Message: "its paths are ignored", Why: err.Error(), Hint: "run tsc -p . to see what is wrong with it",
		}}
	}
	if config.File == "" {
		return source.Paths{}, false, nil
	}
	return config.Relative(folder), config.Experimental != nil && !*config.Experimental, nil
}
