package turns

import (
	"runtime"
	"testing"
)

func TestLoad(t *testing.T) {
	t.Parallel()
	l := NewLoad(100, 2)
	if l.Full(1000) {
		t.Error("the first work is refused")
	}
	done := l.Add(60)
	if l.Full(40) || !l.Full(41) {
		t.Error("100 bytes fit, and no more")
	}
	l.Add(0)
	if !l.Full(0) {
		t.Error("a third work fits")
	}
	done()
	done()                   // once
	for l.works.Load() > 0 { // the function of the second is lost
		runtime.GC()
	}
	if l.bytes.Load() != 0 || l.Full(1000) {
		t.Errorf("%d bytes are left", l.bytes.Load())
	}
}
