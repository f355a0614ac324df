package share

import (
	"io"
	"sync/atomic"
)

// Resource is an opened resource that several generations use; the last one closes it.
type Resource[T io.Closer] struct {
	Of    T
	users atomic.Int32
}

// New wraps an opened resource, with one user.
func New[T io.Closer](opened T) *Resource[T] { return (&Resource[T]{Of: opened}).Share() }

// Share adds a user, which has to release the resource, too.
func (r *Resource[T]) Share() *Resource[T] {
	r.users.Add(1)
	return r
}

// Release ends the use by one generation. It does nothing if r is nil.
func (r *Resource[T]) Release() error {
	if r == nil || r.users.Add(-1) > 0 {
		return nil
	}
	return r.Of.Close()
}

// Users returns how many generations use the resource.
func (r *Resource[T]) Users() int { return int(r.users.Load()) }
