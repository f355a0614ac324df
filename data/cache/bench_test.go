package cache_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/cache"
)

func BenchmarkMemory(b *testing.B) {
	m := cache.NewMemory(cache.MemoryOptions{})
	defer m.Close()
	keys := make([]string, 1000)
	value := make([]byte, 200)
	for i := range keys {
		keys[i] = strconv.Itoa(i)
		_ = m.Set(b.Context(), "books", keys[i], value, time.Hour)
	}
	get := func(b *testing.B, cache string, i int) {
		if _, _, err := m.Get(b.Context(), cache, keys[i%len(keys)]); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("hit", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			get(b, "books", i)
		}
	})
	b.Run("hit/parallel", func(b *testing.B) {
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for i := 0; pb.Next(); i++ {
				get(b, "books", i)
			}
		})
	})
	b.Run("miss", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			get(b, "films", i)
		}
	})
	b.Run("set", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			_ = m.Set(b.Context(), "books", keys[i%len(keys)], value, time.Hour)
		}
	})
}

func BenchmarkFlight(b *testing.B) {
	var f cache.Flights
	b.ReportAllocs()
	for b.Loop() {
		f.TryLead(b.Context(), "books", "1").Complete(nil)
	}
}
