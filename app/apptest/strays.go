package apptest

import (
	"context"
	"sync"
)

// strayErrors are errors that ended no call.
type strayErrors struct {
	mu   sync.Mutex
	list []error
}

func (s *strayErrors) add(_ context.Context, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, err)
}

func (s *strayErrors) take() []Failure {
	s.mu.Lock()
	defer s.mu.Unlock()
	var failures []Failure
	for _, err := range s.list {
		failure := failureOf(err)
		failure.Where = "uncaught error"
		failures = append(failures, failure)
	}
	s.list = nil
	return failures
}
