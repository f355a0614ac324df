package vm

import (
	"runtime"
	"testing"
)

// TestGrowthSeesHugeObjects: what is large is counted at once, and by its true size.
func TestGrowthSeesHugeObjects(t *testing.T) {
	const limit = 64 << 20
	var g growth
	keep := make([][]byte, 0, 100_000)
	g.look(limit, 1)
	for range cap(keep) { // 48 MB of small ones
		keep = append(keep, make([]byte, 480))
	}
	if _, leaps := g.look(limit, 2); leaps {
		t.Error("small objects were taken for huge ones")
	}
	for range 500 { // 25 MB of 50 KB each
		keep = append(keep, make([]byte, 50<<10))
	}
	if _, leaps := g.look(limit, 3); leaps {
		t.Error("many large objects were taken for huge ones")
	}
	keep = append(keep, make([]byte, limit/3))
	heap, leaps := g.look(limit, 4)
	if !leaps || heap < limit/3 {
		t.Errorf("a huge object was not seen; the heap has %d bytes", heap)
	}
	keep = append(keep, make([]byte, limit/3))
	if _, leaps := g.look(limit, 9); leaps {
		t.Error("what was made since a look long ago was taken for what one tick made")
	}
	runtime.KeepAlive(keep)
}
