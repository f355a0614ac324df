package units_test

import (
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/units"
)

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"500ms": 500 * time.Millisecond, "5s": 5 * time.Second, "1h30m": 90 * time.Minute, "1.5h": 90 * time.Minute,
		"2d": 48 * time.Hour, "30": 30 * time.Second, "0": 0, " 5S ": 5 * time.Second, "0.25": 250 * time.Millisecond,
	} {
		if got, ok := units.Duration(text); !ok || got != want {
			t.Errorf("Duration(%q) = %s, %t, want %s", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "s", "5 s", "-5s", "5x", "5s3", "1e3", "1..5s", "999999999999d", "5µs"} {
		if got, ok := units.Duration(text); ok {
			t.Errorf("Duration(%q) = %s, want none", text, got)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{
		"10MiB": 10 << 20, "10MB": 10_000_000, "512": 512, "1 KiB": 1 << 10, "1.5kib": 1536, "0": 0, "2TiB": 2 << 40, "7b": 7,
	} {
		if got, ok := units.Size(text); !ok || got != want {
			t.Errorf("Size(%q) = %d, %t, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "MiB", "-1", "1.5", "0.3KB5", "10XB", "99999999TiB"} {
		if got, ok := units.Size(text); ok {
			t.Errorf("Size(%q) = %d, want none", text, got)
		}
	}
}

func TestSizeText(t *testing.T) {
	for bytes, want := range map[uint64]string{
		0: "0 B", 512: "512 B", 1023: "1023 B", 1024: "1 KiB", 1536: "1.5 KiB", 10 << 20: "10 MiB", 88121339904: "82.1 GiB", 5 << 40: "5 TiB",
		1 << 60: "1048576 TiB",
	} {
		if got := units.SizeText(bytes); got != want {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
}
