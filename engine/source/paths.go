package source

import (
	"path"
	"slices"
	"strings"
)

// Paths maps specifiers that are neither relative nor names of packages: the entries paths and baseUrl of a
// tsconfig.json. The zero value maps nothing.
type Paths struct {
	// Patterns are the keys of paths, each with at most one *, in any order.
	Patterns []PathPattern
	// Base is baseUrl, the folder in which every other specifier is looked up; empty if there is none.
	Base string
}

// PathPattern is one entry of paths. Targets are slash-separated, relative to the folder of the project, and
// may lead out of it.
type PathPattern struct {
	Pattern string
	Targets []string
}

// Targets lists the paths that a specifier may mean, best first, in TypeScript's order: the pattern that
// equals the specifier, or else the one with the longest text before its *.
func (p Paths) Targets(specifier string) []string {
	if IsRelative(specifier) || strings.HasPrefix(specifier, "/") {
		return nil
	}
	var targets []string
	if best, rest, ok := p.match(specifier); ok {
		for _, target := range best.Targets {
			targets = append(targets, path.Clean(strings.Replace(target, "*", rest, 1)))
		}
	}
	if p.Base != "" {
		targets = append(targets, path.Join(p.Base, specifier))
	}
	return slices.DeleteFunc(targets, isDeclaration)
}

// Leads reports whether a pattern of paths matches a specifier.
func (p Paths) Leads(specifier string) bool {
	_, _, ok := p.match(specifier)
	return ok && !IsRelative(specifier)
}

// match finds the pattern for a specifier, and the text that its * matches.
func (p Paths) match(specifier string) (best PathPattern, rest string, ok bool) {
	longest := -1
	for _, candidate := range p.Patterns {
		before, after, hasStar := strings.Cut(candidate.Pattern, "*")
		switch {
		case !hasStar && candidate.Pattern == specifier:
			return candidate, "", true
		case hasStar && len(before) > longest && len(specifier) >= len(before)+len(after) &&
			strings.HasPrefix(specifier, before) && strings.HasSuffix(specifier, after):
			longest = len(before)
			best, rest, ok = candidate, specifier[len(before):len(specifier)-len(after)], true
		}
	}
	return best, rest, ok
}

// isDeclaration reports whether a file contains declarations only.
func isDeclaration(target string) bool {
	return strings.HasSuffix(target, ".d.ts") || strings.HasSuffix(target, ".d.mts")
}

// Specifier returns the specifier with which one file imports another.
func Specifier(from, to string) string {
	up := ""
	for folder := path.Dir(from); folder != "."; folder = path.Dir(folder) {
		if rest, below := strings.CutPrefix(to, folder+"/"); below {
			to = rest
			break
		}
		up += "../"
	}
	if up == "" {
		up = "./"
	}
	return up + to
}
