package watch

import (
	"path"
	"strings"
)

// isPart reports whether an application may be made of a file: by its extension, since only the compiler
// knows what is imported, and a file that is not imported yet may be the one that is missing.
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

// isLeftover reports whether a file is one that editors and tools put beside the files they save.
func isLeftover(base string) bool {
	return strings.HasPrefix(base, ".#") || strings.HasPrefix(base, "#") || strings.HasPrefix(base, "~") ||
		strings.HasSuffix(base, "~") || strings.HasPrefix(base, ".") && base != ".env"
}

// isIgnoredFolder reports whether a folder contains no parts: packages, which change by the thousand, and
// whose changes show in the package.json and lock file beside them; files that the running application
// writes; and hidden folders.
func isIgnoredFolder(name string) bool {
	if name == "." {
		return false
	}
	base := path.Base(name)
	return base == "node_modules" || strings.HasPrefix(base, ".") || name == "data" || name == "public"
}
