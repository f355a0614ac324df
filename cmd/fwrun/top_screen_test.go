package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app/ask"
)

// topLines returns the lines of a screen, without what controls the terminal.
func topLines(t *testing.T, top ask.Top, w window) []string {
	t.Helper()
	text, err := topScreen(top, "my-app", w)
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer("\x1b[H", "", "\x1b[K", "", "\x1b[J", "", "\x1b[1m", "", "\x1b[0m", "").Replace(string(text))
	return strings.Split(strings.TrimSuffix(plain, "\n"), "\n")
}

// TestTopFits: whatever the size of the terminal is, no line is longer and there are no more lines, and the room that there is is used.
func TestTopFits(t *testing.T) {
	top := ask.Top{At: time.Unix(0, 0), QueuesNotKnown: []string{"far"}}
	for i := range 40 {
		top.Routes = append(top.Routes, ask.TopRoute{Name: fmt.Sprintf("GET /a/quite/long/path/%d/é", i)})
		top.Queues = append(top.Queues, ask.TopQueue{Name: fmt.Sprintf("queue-%d", i)})
	}
	for _, w := range []window{{80, 24}, {120, 40}, {20, 10}, {1, 1}, {200, 100}, {80, 2}, {80, 12}, {5, 60}} {
		lines := topLines(t, top, w)
		if len(lines) > max(1, w.rows-1) || w.rows >= 16 && w.rows < 90 && len(lines) != w.rows-1 {
			t.Errorf("%v: %d lines", w, len(lines))
		}
		for _, line := range lines {
			if n := len([]rune(line)); n > w.columns {
				t.Errorf("%v: %d columns: %q", w, n, line)
			}
		}
		if all := strings.Join(lines, "\n"); w.columns >= 80 && w.rows >= 16 &&
			(!strings.Contains(all, "queue-2 ") || !strings.Contains(all, "/path/0/é") || !strings.Contains(all, "the queue connection far")) {
			t.Errorf("%v:\n%s", w, all)
		}
	}
	if lines := topLines(t, top, window{200, 100}); strings.Contains(strings.Join(lines, "\n"), "more") ||
		!strings.Contains(strings.Join(lines, "\n"), "queue-39 ") {
		t.Errorf("there is room for all:\n%s", strings.Join(lines, "\n"))
	}
	if lines := topLines(t, top, window{}); len(lines) != topHead+shownRoutes+1+2+shownQueues+1 {
		t.Errorf("of a size that is not known: %d lines", len(lines))
	}
}

func TestCutLine(t *testing.T) {
	for line, want := range map[string]string{
		"\x1b[1mROUTE\x1b[0m  X\n": "\x1b[1mROU\x1b[0m\n", "ab\n": "ab\n", "éèüö": "éèü", "": "", "\n": "\n",
	} {
		if got := cutLine(line, 3); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
