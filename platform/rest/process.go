package rest

import "runtime/metrics"

// Memory returns how much memory Go's runtime has from the system, in bytes. What others have allocated, SQLite for example, is not
// part of it.
func Memory() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
