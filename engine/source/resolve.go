package source

import (
	"path"
	"strings"
)

// IsRelative reports whether a specifier names a file relative to the importing one; any other specifier
// names a package.
func IsRelative(specifier string) bool {
	return specifier == "." || specifier == ".." ||
		strings.HasPrefix(specifier, "./") || strings.HasPrefix(specifier, "../")
}

// Resolve finds the file of the project that a specifier names, as TypeScript does: "./user.js" is user.js or
// else user.ts, "./user" is user with any extension, or the index of a folder called user. Specifiers that
// are not relative are mapped by the project's paths.
func (p *Project) Resolve(from *File, specifier string) (*File, bool) {
	f := Resolve(p.paths, from.Path, specifier, p.byPath)
	return f, f != nil
}

// Resolve is [Project.Resolve] for whatever is known of files, by their paths. It returns nil if no file has one that is meant.
func Resolve[F any](paths Paths, from, specifier string, files map[string]*F) *F {
	for _, target := range paths.From(from, specifier) {
		for _, candidate := range Candidates(target) {
			if f := files[candidate]; f != nil {
				return f
			}
		}
	}
	return nil
}

// From lists the paths that a specifier in a file may mean, best first; empty for the specifier of a package.
func (p Paths) From(file, specifier string) []string {
	if IsRelative(specifier) {
		return []string{path.Join(path.Dir(file), specifier)}
	}
	return p.Targets(specifier)
}

// Candidates lists the files that a target may name, best first.
func Candidates(target string) []string {
	list := []string{target}
	switch base := strings.TrimSuffix(target, path.Ext(target)); path.Ext(target) {
	case ".js":
		list = append(list, base+".ts")
	case ".mjs":
		list = append(list, base+".mts")
	}
	for _, ext := range [...]string{".ts", ".mts", ".js", ".mjs"} {
		list = append(list, target+ext)
	}
	for _, ext := range [...]string{".ts", ".mts", ".js", ".mjs"} {
		list = append(list, path.Join(target, "index"+ext))
	}
	return list
}
