package coverage

import (
	"fmt"
	"path/filepath"
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
			r.Reject("test.coverage.reporters", fmt.Sprintf("has %q, which is no reporter", name), "there are "+strings.Join(Reporters, ", "))
		}
	}
	if folder := filepath.FromSlash(s.Folder); !filepath.IsLocal(folder) || filepath.Clean(folder) == "." {
		r.Reject("test.coverage.folder", fmt.Sprintf("must be a folder inside of the application, not %q", s.Folder),
			"write a folder for reports alone, such as coverage; `fwrun test --coverage-dir` names one anywhere")
	}
	return s
}
