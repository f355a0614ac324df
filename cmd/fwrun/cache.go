package main

import (
	"os"
	"path/filepath"
)

// cacheFolder returns the folder of compiled applications: the folder that FWRUN_CACHE names, or fwrun in the
// user's cache folder; empty if the user has none.
func cacheFolder(p process) string {
	if named, _ := p.lookUp("FWRUN_CACHE"); named != "" {
		named, _ = filepath.Abs(named) // empty on an error
		return named
	}
	folder, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "fwrun")
}
