package main

import (
	"os"
	"path/filepath"
)

// cacheFolder is where compiled applications are kept: the folder that FWRUN_CACHE names,
// or fwrun in the user's cache folder; empty when the user has none.
func cacheFolder(p process) string {
	if named, _ := p.lookUp("FWRUN_CACHE"); named != "" {
		named, _ = filepath.Abs(named) // empty when it cannot be told
		return named
	}
	folder, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "fwrun")
}
