package vm

import (
	"math"
	"runtime/metrics"
)

// growth notices that single objects of the heap become huge, as a text does that is added to itself: the
// operators of scripts have no limit, an interrupt takes effect only between two of them, and each can double the
// heap. It looks at objects of more than 32 KiB, which are counted when they are made, before they are filled.
type growth struct {
	samples []metrics.Sample // reused, with their histogram
	seen    int64            // tick of the watchdog at which it was looked
	bytes   float64          // of all large objects that were ever made
	count   uint64           // number of them
}

// The metrics that are read, in this order.
var growthMetrics = [...]string{"/memory/classes/heap/objects:bytes", "/gc/heap/allocs:bytes", "/gc/heap/allocs-by-size:bytes"}

// look returns the size of the heap, and reports whether since the last tick a quarter of the limit went into
// objects each of which, on average, is a 64th of it: more than the built-ins make.
func (g *growth) look(limit uint64, now int64) (heap uint64, leaps bool) {
	if g.samples == nil {
		g.samples = make([]metrics.Sample, len(growthMetrics))
		for i, name := range growthMetrics {
			g.samples[i].Name = name
		}
	}
	metrics.Read(g.samples)
	bytes, count := largeObjects(float64(g.samples[1].Value.Uint64()), g.samples[2].Value.Float64Histogram())
	if g.seen == now-1 && count > g.count {
		made := bytes - g.bytes
		leaps = made > float64(limit/4) && made/float64(count-g.count) > float64(limit/64)
	}
	g.seen, g.bytes, g.count = now, bytes, count
	return g.samples[0].Value.Uint64(), leaps
}

// largeObjects returns how many objects exceed all size classes, and their bytes: all that was made without
// the objects of the classes, each of which is as large as its class.
func largeObjects(all float64, sizes *metrics.Float64Histogram) (bytes float64, count uint64) {
	bytes = all
	for i, n := range sizes.Counts {
		end := sizes.Buckets[i+1]
		if math.IsInf(end, 1) {
			return bytes, n
		}
		bytes -= float64(n) * (end - 1) // a bucket ends just above its class
	}
	return bytes, 0
}
