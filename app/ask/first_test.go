package ask_test

import (
	"context"
	"errors"
	"testing"

	"github.com/fwrun/fwrun/app/ask"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestFirst: a running application is asked, one is opened here if there is none, and what another process owns is tried again.
func TestFirst(t *testing.T) {
	there, here, failed := new(int), new(int), errors.New("failed")
	owned := fault.New("test", fault.Conflict, "another process uses it")
	var asked int
	starting := func() (*int, error) {
		if asked++; asked == 1 {
			return nil, nil
		}
		return there, nil
	}
	for name, one := range map[string]struct {
		running, here func() (*int, error)
		found         *int
		err           error
	}{
		"running":        {func() (*int, error) { return there, nil }, nil, there, nil},
		"cannot ask":     {func() (*int, error) { return nil, failed }, nil, nil, failed},
		"not running":    {func() (*int, error) { return nil, nil }, func() (*int, error) { return here, nil }, here, nil},
		"cannot open":    {func() (*int, error) { return nil, nil }, func() (*int, error) { return nil, failed }, nil, failed},
		"about to start": {starting, func() (*int, error) { return nil, owned }, there, nil},
	} {
		if found, err := ask.First(t.Context(), one.running, one.here); found != one.found || !errors.Is(err, one.err) {
			t.Errorf("%s: %v, %v", name, found, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	_, err := ask.First(ended, func() (*int, error) { return nil, nil }, func() (*int, error) { return nil, owned })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
