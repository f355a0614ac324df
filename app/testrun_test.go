package app_test

import (
	"testing"

	"github.com/fwrun/fwrun/app"
)

// TestCoverageOfProfiles: what is reported goes by the profiles that the tests run with, also by those of the environment.
func TestCoverageOfProfiles(t *testing.T) {
	folder := unpack(t, `
-- config/application.yml --
test: { coverage: { folder: plain, thresholds: { lines: 10 } } }
-- config/application-test.yml --
test: { coverage: { thresholds: { lines: 20 } } }
-- config/application-ci.yml --
test: { coverage: { folder: ci } }
`)
	for _, c := range []struct{ requested, environment, want string }{
		{"", "OTHER=x", "plain"}, {"ci", "OTHER=x", "ci"}, {"", "FWRUN_PROFILE=ci", "ci"},
	} {
		s, err := app.CoverageOf(app.Options{Folder: folder, Profile: c.requested, Env: []string{c.environment}})
		if err != nil || s.Folder != c.want || s.Thresholds.Lines != 20 {
			t.Errorf("%q, %s: %+v, %v", c.requested, c.environment, s, err)
		}
	}
}
