package contents

import (
	"path"
	"strings"
)

// matches reports whether a slash-separated path, or a folder above it, matches a pattern: * matches anything in a name, ** any
// number of names.
func matches(pattern, name string) bool {
	pattern = strings.TrimSuffix(path.Clean(pattern), "/")
	for at := name; at != "."; at = path.Dir(at) {
		if matchNames(strings.Split(pattern, "/"), strings.Split(at, "/")) {
			return true
		}
	}
	return false
}

// maxStars bounds the ** of a pattern: each multiplies the ways to match it.
const maxStars = 4

func matchNames(pattern, names []string) bool {
	stars := 0
	for _, one := range pattern {
		if one == "**" {
			stars++
		}
	}
	return stars <= maxStars && matchFrom(pattern, names)
}

func matchFrom(pattern, names []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for skip := range len(names) + 1 {
				if matchFrom(pattern[1:], names[skip:]) {
					return true
				}
			}
			return false
		}
		if len(names) == 0 {
			return false
		}
		if ok, err := path.Match(pattern[0], names[0]); !ok || err != nil {
			return false
		}
		pattern, names = pattern[1:], names[1:]
	}
	return len(names) == 0
}
