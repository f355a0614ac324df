package http

import (
	"net/http"
	"slices"
	"testing"
)

// TestStatuses compares the list with that of the standard library, which has every code of RFC 9110.
func TestStatuses(t *testing.T) {
	list := statuses()
	if !slices.IsSortedFunc(list, func(a, b status) int { return a.code - b.code }) {
		t.Error("the list is not in order")
	}
	taken := map[string]int{}
	for _, s := range list {
		for _, name := range s.names() {
			if other, twice := taken[name]; twice {
				t.Errorf("%s is %d and %d", name, other, s.code)
			}
			taken[name] = s.code
		}
	}
	renamed := map[int]bool{413: true, 414: true, 416: true, 422: true} // since RFC 7231
	for code := range 600 {
		theirs := http.StatusText(code)
		i := slices.IndexFunc(list, func(s status) bool { return s.code == code })
		switch {
		case theirs == "":
		case i < 0:
			t.Errorf("%d %s is missing", code, theirs)
		case list[i].reason != theirs && !renamed[code]:
			t.Errorf("%d is %q, not %q", code, list[i].reason, theirs)
		}
	}
}
