package watch

import (
	"path"
	"strings"
)

// isPart tells whether an application may be made of a file: by its ending, since what is
// imported is only known to the compiler, and a file that nobody imports yet may be the
// one that is missing.
func isPart(name string) bool {
	base := path.Base(name)
	if isLeftover(base) {
		return false
	}
	switch path.Ext(base) {
	case ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx",
		".json", ".txt", ".sql", ".html", ".wasm",
		".yml", ".yaml", ".toml", ".ini", ".properties", ".env":
		return true
	}
	return base == ".env"
}

// isLeftover tells what editors and tools put beside the files they save.
func isLeftover(base string) bool {
	return strings.HasPrefix(base, ".#") || strings.HasPrefix(base, "#") || strings.HasPrefix(base, "~") ||
		strings.HasSuffix(base, "~") || strings.HasPrefix(base, ".") && base != ".env"
}

// isIgnoredFolder tells the folders that hold no part: packages, which change by the
// thousand, and are told by the package.json and lock file beside them; what the running
// application writes; and hidden ones.
func isIgnoredFolder(name string) bool {
	if name == "." {
		return false
	}
	base := path.Base(name)
	return base == "node_modules" || strings.HasPrefix(base, ".") || name == "data" || name == "public"
}
