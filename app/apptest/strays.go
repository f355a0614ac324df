package apptest

import (
	"context"
	"sync"

	"github.com/fwrun/fwrun/platform/inproc"
)

// owner is on whose behalf scripts run: it is in the context of a test, of its hooks, and of all that goes on from them.
type owner struct {
	test *Test  // nil for hooks of a describe or of the file
	hook string // such as "beforeAll of …"; for those without a test
}

func (o owner) in(ctx context.Context) context.Context { return inproc.WithOrigin(ctx, o) }

func ownerOf(ctx context.Context) owner {
	o, _ := inproc.Origin(ctx).(owner)
	return o
}

// stray is an error that ended no call.
type stray struct {
	owner owner
	err   error
}

// strayErrors are those that have not been assigned yet.
type strayErrors struct {
	mu   sync.Mutex
	list []stray
}

func (s *strayErrors) add(ctx context.Context, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, stray{ownerOf(ctx), err})
}

func (s *strayErrors) take() []stray {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.list
	s.list = nil
	return taken
}

func (s stray) failure() Failure {
	failure := failureOf(s.err)
	failure.Where = "uncaught error"
	if s.owner.hook != "" {
		failure.Where += " in " + s.owner.hook
	}
	return failure
}

// blame assigns the errors that ended no call: to the test that has begun what failed, though it may have ended, or else to the file.
func (f *fileRun) blame() {
	for _, s := range f.strays.take() {
		if t := s.owner.test; t != nil {
			t.Failures = append(t.Failures, s.failure())
			f.fail(t)
		} else {
			f.out.Failures = append(f.out.Failures, s.failure())
		}
	}
}

// fail lets a test have failed.
func (f *fileRun) fail(t *Test) {
	if t.Status != Failed {
		t.Status = Failed
		f.failed.Add(1)
	}
}
