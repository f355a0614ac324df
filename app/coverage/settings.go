package coverage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/config"
)

// Settings say whether a test run is counted, and what becomes of that.
type Settings struct {
	Enabled          bool
	Reporters        []string
	Folder           string   // of the reports, relative to the application
	Include, Exclude []string // folders or globs of scripts; all are included if Include is empty
	Thresholds       Thresholds
}

// Read reads the settings.
func Read(r *config.Reader) Settings {
	s := Settings{
		Enabled: r.Bool("test.coverage.enabled"), Reporters: r.Strings("test.coverage.reporters"), Folder: r.String("test.coverage.folder"),
		Include: r.Strings("test.coverage.include"), Exclude: r.Strings("test.coverage.exclude"),
		Thresholds: Thresholds{
			Statements: r.Float("test.coverage.thresholds.statements"), Branches: r.Float("test.coverage.thresholds.branches"),
			Functions: r.Float("test.coverage.thresholds.functions"), Lines: r.Float("test.coverage.thresholds.lines"),
			PerFile: r.Bool("test.coverage.thresholds.per-file"),
		},
	}
	if s.Reporters == nil {
		s.Reporters = []string{"text", "lcov"}
	}
	for _, name := range s.Reporters {
		if !slices.Contains(Reporters, name) {
			r.Reject("test.coverage.reporters", fmt.Sprintf("there is no reporter %q", name), "there are "+strings.Join(Reporters, ", "))
		}
	}
	return s
}
