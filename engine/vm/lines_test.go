package vm

import (
	"strings"
	"testing"
)

func TestLinesOfASecond(t *testing.T) {
	var l lines
	for i := range 15 {
		if may, notice := l.take(1, 10, 100); may != (i < 10) || notice != "" {
			t.Fatalf("line %d: %v, %q", i, may, notice)
		}
	}
	if may, notice := l.take(1, 10, 101); !may || !strings.HasPrefix(notice, "5 lines of scripts were left out") {
		t.Errorf("the next second begins with %v, %q", may, notice)
	}
	if may, notice := l.take(8, 10, 101); !may || notice != "" {
		t.Errorf("a long line that fits: %v, %q", may, notice)
	}
	if may, _ := l.take(2, 10, 101); may {
		t.Error("a line fits that is longer than what is left")
	}
}
