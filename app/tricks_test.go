package app

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

// TestTricksAreTold: a trick whose check fails is told once, with why; so are names in the switch that no trick has.
func TestTricksAreTold(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	warnOfTricks(log, map[string]string{"texts": "on"}, nil)
	if out.Len() > 0 {
		t.Errorf("with all tricks on it logs %s", &out)
	}
	warnOfTricks(log, map[string]string{"texts": "on", "moved": "off: a field; a method", "gone": "off: a table"}, []string{"mist"})
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	const off = `tricks.gone="off: a table" tricks.moved="off: a field; a method"`
	if len(got) != 2 || !strings.HasSuffix(got[0], off) || !strings.HasSuffix(got[1], "FWRUN_TRICKS=mist") {
		t.Errorf("it logs %q", got)
	}
}
