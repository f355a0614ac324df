package main

import (
	"runtime"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tools/bench/attack"
)

// TestAttack makes each attack once, a small one, and with patience: other tests run at the same time.
func TestAttack(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("takes half a minute, and Linux")
	}
	scratch := t.TempDir()
	report, err := attack.Run(t.Context(), attack.Options{
		Binary: harness.Binary(t), Bombs: bombScript("../.."), Scratch: scratch, Seed: 1, Size: 0.1, Slack: 10, Progress: t.Output(),
	})
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	if err := printAttacks(&table, report, false); err != nil {
		t.Error(err)
	}
	t.Log(table.String())
	for _, row := range report.Rows[1:] {
		if row[0] != "none" && row[1] != "1" {
			t.Errorf("%s was made %s times", row[0], row[1])
		}
	}
}
