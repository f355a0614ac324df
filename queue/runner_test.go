package queue

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	broker "github.com/fwrun/fwrun/queue/memory"
	"github.com/fwrun/fwrun/queue/table"
)

// TestNothingBeginsAfterTheStop: what was in hand has been cut off, and the broker, which does not know yet that nobody receives any
// more, delivers it once more. It was handled again, by a listener that could not finish.
func TestNothingBeginsAfterTheStop(t *testing.T) {
	c := New(broker.New(broker.Options{}), table.OpenFile(filepath.Join(t.TempDir(), "store.db"), "main"), Settings{Name: "main"})
	r := c.newRunner("mails", &serving{runs: &sync.WaitGroup{}, Listener: Listener{Handle: func(context.Context, []*Message) error {
		t.Error("the listener was called")
		return nil
	}}})
	c.stop()
	if err := r.run(t.Context(), []*Message{{}}); !errors.Is(err, ErrStopped) {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
