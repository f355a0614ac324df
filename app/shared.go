package app

import (
	"io"
	"sync/atomic"
)

// shared is a resource that several generations use; the last one closes it.
type shared[T io.Closer] struct {
	of    T
	users atomic.Int32
}

// sharing wraps an opened resource, with one user.
func sharing[T io.Closer](opened T) *shared[T] { return (&shared[T]{of: opened}).share() }

func (s *shared[T]) share() *shared[T] {
	s.users.Add(1)
	return s
}

// release ends the use by one generation. It does nothing if s is nil.
func (s *shared[T]) release() error {
	if s == nil || s.users.Add(-1) > 0 {
		return nil
	}
	return s.of.Close()
}
