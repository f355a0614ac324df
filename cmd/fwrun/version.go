package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
)

// The release build sets these: -ldflags "-X main.version=1.2.3 -X main.commit=… -X main.date=2026-01-02T03:04:05Z".
var version, commit, date = "", "", ""

// versions is what `fwrun version --json` writes. Commit and date, of the commit, are missing in a build that knows neither.
type versions struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Date    string `json:"date,omitempty"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	Engine  engine `json:"engine"`
}

// engine describes how scripts run.
type engine struct {
	Tricks map[string]string `json:"tricks"`
}

func newVersion(p process) *cobra.Command {
	asJSON := false
	command := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: "version prints the version of fwrun, that of Go, and the platform; as JSON also the commit and its date, " +
			"and which optimizations of the engine are on.",
		Example: "  fwrun version\n  fwrun version --json | jq -r .commit",
		Args:    noArguments,
	}
	command.Flags().BoolVar(&asJSON, "json", false, "write JSON, with the commit, its date, and the state of the engine")
	command.RunE = func(*cobra.Command, []string) error {
		v := versionsOf(debug.ReadBuildInfo())
		if !asJSON {
			_, err := fmt.Fprintf(p.out, "fwrun %s %s %s/%s\n", v.Version, v.Go, v.OS, v.Arch)
			return err
		}
		text, err := json.MarshalIndent(v, "", "  ")
		if err == nil {
			_, err = fmt.Fprintf(p.out, "%s\n", text)
		}
		return err
	}
	return command
}

// versionText returns the version of the release, or else the version from which the module was built.
func versionText() string { return versionsOf(debug.ReadBuildInfo()).Version }

// versionsOf returns what the release build has set, or else what the go command has recorded.
func versionsOf(info *debug.BuildInfo, ok bool) versions {
	v := versions{
		Version: version, Commit: commit, Date: date, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Engine: engine{app.Tricks()},
	}
	if v.Version != "" {
		return v
	}
	v.Version = "devel"
	if !ok {
		return v
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		v.Version = info.Main.Version
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			v.Commit = setting.Value
		case "vcs.time":
			v.Date = setting.Value
		}
	}
	return v
}
