package engine_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine"
)

// TestProblems boots the archives of testdata/problems, each an application with a mistake, and compares the
// report with theirs.
func TestProblems(t *testing.T) {
	for _, a := range archives(t, "problems") {
		t.Run(a.name(), func(t *testing.T) {
			t.Parallel()
			options := a.options(t)
			app, err := engine.Boot(t.Context(), options)
			if err == nil {
				app.Close(t.Context())
				t.Fatal("the application booted")
			}
			a.expect(t, "report", reportOf(err))
		})
	}
}
