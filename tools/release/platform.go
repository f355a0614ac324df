package release

import (
	"fmt"
	"slices"
	"strings"
)

// Platform is a system and a processor, as Go names them.
type Platform struct{ OS, Arch string }

// Platforms returns those that a release has.
func Platforms() []Platform {
	var list []Platform
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, processor := range []string{"amd64", "arm64"} {
			list = append(list, Platform{system, processor})
		}
	}
	return list
}

// ParsePlatforms reads a list such as "linux/amd64,darwin/arm64"; an empty one is all of them.
func ParsePlatforms(text string) ([]Platform, error) {
	if text == "" {
		return Platforms(), nil
	}
	var list []Platform
	for word := range strings.SplitSeq(text, ",") {
		system, processor, _ := strings.Cut(strings.TrimSpace(word), "/")
		p := Platform{system, processor}
		if !slices.Contains(Platforms(), p) {
			return nil, fmt.Errorf("%q is not a platform of a release; the platforms are %v", word, Platforms())
		}
		if slices.Contains(list, p) {
			return nil, fmt.Errorf("%s is there twice", p)
		}
		list = append(list, p)
	}
	return list, nil
}

func (p Platform) String() string { return p.OS + "/" + p.Arch }

// binary returns the name of the program in an archive.
func (p Platform) binary() string {
	if p.OS == "windows" {
		return "fwrun.exe"
	}
	return "fwrun"
}
