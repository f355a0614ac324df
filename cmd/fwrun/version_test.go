package main

import (
	"runtime/debug"
	"testing"
)

// TestVersions: a release says what its build has set; other builds say what the go command knows.
func TestVersions(t *testing.T) {
	info := &debug.BuildInfo{
		Main:     debug.Module{Version: "v0.4.1-0.20260102030405-0123456789ab"},
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789ab"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}},
	}
	if v := versionsOf(info, true); v.Version != info.Main.Version || v.Commit != "0123456789ab" || v.Date != "2026-01-02T03:04:05Z" {
		t.Errorf("a build from a checkout says %+v", v)
	}
	info.Main.Version, info.Settings = "(devel)", nil
	if v := versionsOf(info, true); v.Version != "devel" || v.Commit != "" || v.Date != "" {
		t.Errorf("a build that knows nothing says %+v", v)
	}
	if v := versionsOf(nil, false); v.Version != "devel" || v.OS == "" || v.Arch == "" || v.Go == "" {
		t.Errorf("a build without information says %+v", v)
	}
}

// TestRoff: nothing in a text is a request or an escape to man.
func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		".so /etc/passwd": `\&.so /etc/passwd`,
		"'br":             `\(aqbr`,
		`a\fBb`:           `a\(rsfBb`,
		"--json → it":     `\-\-json \[u2192] it`,
		"~/.local":        `\(ti/.local`,
	} {
		if got := roffLines([]string{text}); got != want {
			t.Errorf("roff of %q is %q, want %q", text, got, want)
		}
	}
}
