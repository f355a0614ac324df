package info

import (
	"runtime/debug"
)

// Build returns the contributor of the name and the version of an application, and of the build of this program that runs it.
func Build(name, version string) Contributor {
	values := map[string]any{"name": name, "artifact": name}
	if version != "" {
		values["version"] = version
	}
	if binary, ok := debug.ReadBuildInfo(); ok {
		program := map[string]any{"module": binary.Main.Path, "version": binary.Main.Version, "go": binary.GoVersion}
		for _, s := range binary.Settings {
			switch s.Key {
			case "vcs.revision":
				program["revision"] = s.Value
			case "vcs.time":
				values["time"] = s.Value
			}
		}
		values["runtime"] = program
	}
	return Fixed("build", values)
}
