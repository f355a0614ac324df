package workbench

import (
	"math"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestKnownKeys: keys are found in any spelling, in lists and below names that somebody has chosen; others are the application's own.
func TestKnownKeys(t *testing.T) {
	k := documented(&manifest.Manifest{})
	for key, want := range map[string]string{
		"server.port": "server.port", "SERVER.Port": "server.port", "server.cpuTimeout": "server.cpu-timeout", "datasource[3].url": "datasource[].url",
		"management.health.diskspace.enabled": "management.health.diskSpace.enabled", "shop.name": "", "": "", "serverport": "",
	} {
		got, found := k.find(key)
		if found != (want != "") || found && got.name != want {
			t.Errorf("%s: %s %v, want %s", key, got.name, found, want)
		}
	}
	if !fits("cache.caches.*.ttl", "cache.caches.users.ttl") || fits("cache.caches.*.ttl", "cache.caches.users.more.ttl") {
		t.Error("an asterisk stands for one name")
	}
}

// TestShownCell: what the page is sent of a value.
func TestShownCell(t *testing.T) {
	long := strings.Repeat("ä", mostText)
	for _, c := range []struct {
		column string
		value  any
		want   any
	}{
		{"password", "hunter2", "******"},
		{"api_key", int64(7), "******"},
		{"password", nil, nil},
		{"n", int64(7), int64(7)},
		{"n", int64(math.MaxInt64), "9223372036854775807"},
		{"n", uint64(math.MaxUint64), "18446744073709551615"},
		{"f", math.Inf(1), "+Inf"},
		{"f", 1.5, 1.5},
		{"b", []byte{0, 255}, "2 bytes: 00ff"},
		{"t", "a\xffb", "a\uFFFDb"},
		{"t", long, long[:mostText] + " … 4000 bytes"},
	} {
		if got := shownCell(c.column, c.value); got != c.want {
			t.Errorf("%s %v: %v, want %v", c.column, c.value, got, c.want)
		}
	}
}

// TestCheckIdentity: in production the page sends requests on behalf of nobody.
func TestCheckIdentity(t *testing.T) {
	ada := &Identity{Name: "ada"}
	if err := (&Parts{}).checkIdentity(ada); fault.KindOf(err) != fault.Denied {
		t.Errorf("in production: %v", err)
	}
	in := &Parts{Settings: Settings{Local: true}}
	if err := in.checkIdentity(&Identity{}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("without a name: %v", err)
	}
	if in.checkIdentity(ada) != nil || (&Parts{}).checkIdentity(nil) != nil {
		t.Error("who may is refused")
	}
}

// TestCutText: a large answer is cut, and what is no text does not break the page.
func TestCutText(t *testing.T) {
	if text, cut := cutText([]byte(strings.Repeat("x", largestShown+1))); !cut || len(text) != largestShown {
		t.Errorf("%d %v", len(text), cut)
	}
	if text, cut := cutText([]byte("a\xff")); cut || text != "a\uFFFD" {
		t.Errorf("%q %v", text, cut)
	}
}
