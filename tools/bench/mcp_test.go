package main

import (
	"strings"
	"testing"
)

func TestMCPAimsNameWhatIsMeasured(t *testing.T) {
	m := newMCPMeasurements(mcpPeers(false), operations())
	if got := len(m.verdicts(aims{perCPU, mcpAims()})); got != len(mcpAims()) {
		t.Errorf("%d of %d aims name a peer and an operation", got, len(mcpAims()))
	}
}

func TestMCPReportIsTheSectionOfTheREADME(t *testing.T) {
	m := newMCPMeasurements(mcpPeers(false)[:2], operations())
	*m.cells[us]["call"] = cell{PerCPU: []float64{30_000, 40_000, 44_000}}
	*m.cells[goSDK]["call"] = cell{PerCPU: []float64{3_000, 2_000, 4_000}}
	m.sizes[us]["call"], m.sizes[us]["list500"] = 114, 1_234_567
	env := environmentInfo{Machine: "a test", Versions: map[string]string{us: "abc", goSDK: "v1"}}
	for asMarkdown, wanted := range map[bool][]string{
		true: {
			"## MCP, against the official SDKs\n\nMeasured ", "fwrun abc; Go SDK v1.\n", "| fwrun | 40k | – |",
			"| fwrun | 25 µs; 114 bytes | – µs; 1,234,567 bytes |",
			"| Go SDK | 11 (10 to 20) | – |", "| tools/call | Go SDK | ≥ 10 × | 11 (10 to 20) | met |",
		},
		false: {"Measured ", "fwrun abc; Go SDK v1.\n", "25 µs; 114 bytes", "11 (10 to 20)", "met"},
	} {
		var out strings.Builder
		if err := m.print(&out, env, asMarkdown); err != nil {
			t.Fatal(err)
		}
		for _, want := range wanted {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%q is not in:\n%s", want, out.String())
			}
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 12_345: "12,345", 1_234_567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
