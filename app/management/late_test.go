package management

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestLateIsLate: the deadline of a call is the end of its context as well, and whichever is seen first, the bean was late.
func TestLateIsLate(t *testing.T) {
	ended, end := context.WithDeadline(t.Context(), time.Now())
	defer end()
	<-ended.Done()
	left, leave := context.WithCancel(t.Context())
	leave()
	asked := asker{within: time.Second}
	for _, test := range []struct {
		name string
		ctx  context.Context
		err  error
		want fault.Kind
	}{
		{"the deadline was seen first", ended, vm.ErrHandlerTimeout, fault.Timeout},
		{"the end of the context was seen first", ended, vm.ErrCanceled, fault.Timeout},
		{"nobody asks any more", left, vm.ErrCanceled, fault.Canceled},
		{"another failure", ended, errors.New("oh"), fault.Internal},
	} {
		if got := fault.KindOf(asked.inTime(test.ctx, test.err)); got != test.want {
			t.Errorf("%s: the kind is %v, want %v", test.name, got, test.want)
		}
	}
}
