package share

import (
	"errors"
	"testing"
)

// counted is a resource that counts how often it is closed.
type counted struct {
	closed int
	err    error
}

func (c *counted) Close() error {
	c.closed++
	return c.err
}

// TestTheLastUserCloses: a resource stays open while a generation uses it, in whatever order they end, and is closed once.
func TestTheLastUserCloses(t *testing.T) {
	broken := errors.New("broken")
	of := &counted{err: broken}
	first := New(of)
	second := first.Share()
	third := second.Share()
	for i, r := range []*Resource[*counted]{second, first} {
		if err := r.Release(); err != nil || of.closed != 0 || r.Users() != 2-i {
			t.Errorf("after the end of %d users: closed %d times, %d users, %v", i+1, of.closed, r.Users(), err)
		}
	}
	if err := third.Release(); !errors.Is(err, broken) || of.closed != 1 || third.Users() != 0 {
		t.Errorf("after the end of all: closed %d times, %d users, %v", of.closed, third.Users(), err)
	}
}

// TestNothingIsReleased: a generation that failed before it opened a resource has none to release.
func TestNothingIsReleased(t *testing.T) {
	var none *Resource[*counted]
	if err := none.Release(); err != nil {
		t.Error(err)
	}
}
