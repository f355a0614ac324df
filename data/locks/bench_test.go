package locks_test

import (
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/locks"
)

func BenchmarkMemory(b *testing.B) {
	request := locks.Request{Name: "invoices", Owner: "a", TTL: time.Minute}
	cycle := func(b *testing.B, m *locks.Memory, r locks.Request) {
		lease, err := m.Acquire(b.Context(), r)
		if err != nil {
			b.Fatal(err)
		}
		if err := lease.Release(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("free", func(b *testing.B) {
		m := locks.NewMemory(locks.MemoryOptions{})
		b.ReportAllocs()
		for b.Loop() {
			cycle(b, m, request)
		}
	})
	b.Run("reentrant", func(b *testing.B) {
		m := locks.NewMemory(locks.MemoryOptions{})
		if _, err := m.Acquire(b.Context(), request); err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			cycle(b, m, request)
		}
	})
	b.Run("contended", func(b *testing.B) {
		m := locks.NewMemory(locks.MemoryOptions{})
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				cycle(b, m, locks.Request{Name: "invoices", Wait: time.Minute, TTL: time.Minute})
			}
		})
	})
}
