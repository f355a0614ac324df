package config

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// profileName keeps the name of a profile from referring to a file in another folder.
var profileName = regexp.MustCompile(`^[\pL\pN_][\pL\pN_.-]*$`)

// IsProfile reports whether a profile can have a name.
func IsProfile(name string) bool { return profileName.MatchString(name) }

// profiles returns the active profiles, before any profile's file is read: from the flag, or else
// the variable, or else a key of application.yml.
func (l *loader) profiles() ([]string, Origin) {
	names, source := splitList(l.options.Profile), Origin{Kind: FromFlag, Name: "profile"}
	if len(names) == 0 {
		names, source = splitList(l.env["FWRUN_PROFILE"]), Origin{Kind: FromEnvironment, Name: "FWRUN_PROFILE"}
	}
	if len(names) == 0 {
		names, source = l.profilesOfFile()
	}
	var out []string
	for _, name := range names {
		switch {
		case !profileName.MatchString(name):
			l.profileProblem(fault.Err, source, fmt.Sprintf("%q is not a valid name of a profile", name),
				"use letters, digits, dots, dashes and underscores")
		case !slices.Contains(out, name):
			out = append(out, name)
		}
	}
	return out, source
}

func (l *loader) profilesOfFile() ([]string, Origin) {
	// Problems with other values are reported when the whole tree is resolved.
	tree := l.outsideQuietly()
	r := newResolver(tree, l.env, l.files)
	for _, key := range []string{"framework.profile", "framework.profiles.active"} {
		n, err := r.lookup(splitKey(key))
		if err != nil || n == nil || n.kind == Null {
			continue
		}
		reader := (&Properties{root: tree.with(splitKey(key), n), files: l.files}).Reader()
		names := reader.Strings(key)
		l.problems = append(l.problems, reader.Problems()...)
		return names, n.origin
	}
	return nil, Origin{}
}

func (l *loader) outsideQuietly() *node {
	quiet := *l
	quiet.problems = nil
	return quiet.outside(l.tree)
}

// profileLayer merges the file of a profile. A profile without a file may still select
// components; but if its name is similar to one that has a file, it was probably misspelt.
func (l *loader) profileLayer(profile string) {
	if l.both("application-" + profile) {
		return
	}
	message := fmt.Sprintf("the profile %s has no file %s/application-%s.yml", profile, l.options.Folder, profile)
	hint := "create it, or choose another profile"
	if near := fault.Nearest(profile, l.profilesWithFile()); near != "" {
		hint = "did you mean " + near + "?"
	}
	l.problems = append(l.problems, fault.Diagnostic{
		Severity: fault.Warning, Code: "config-profile", Message: message, Hint: hint,
	})
}

func (l *loader) profilesWithFile() []string {
	list := profilesIn(l.fsys, l.options.Folder)
	if l.options.Below != nil {
		list = append(list, profilesIn(l.options.Below, defaultFolder)...)
	}
	return list
}

// Profiles returns the profiles for which an application has a file.
func Profiles(fsys fs.FS) []string { return profilesIn(fsys, defaultFolder) }

func profilesIn(fsys fs.FS, folder string) []string {
	entries, _ := fs.ReadDir(fsys, folder) // without the folder there are no profiles
	var out []string
	for _, e := range entries {
		name, isProfile := strings.CutPrefix(e.Name(), "application-")
		name, extension, _ := strings.Cut(name, ".")
		if isProfile && (extension == "yml" || extension == "yaml") {
			out = append(out, name)
		}
	}
	return out
}

func (l *loader) profileProblem(severity fault.Severity, source Origin, message, hint string) {
	d := fault.Diagnostic{
		Severity: severity, Code: source.code("config-profile"), Place: source.Place, Message: message, Hint: hint,
	}
	if f := l.files[source.Place.File]; f != nil {
		d.Source = f.source(source.Place.Line)
	} else {
		d.Message += " (" + source.String() + ")"
	}
	l.problems = append(l.problems, d)
}
