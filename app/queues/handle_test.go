package queues

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/security"
)

// TestHandlingWaitsForAWorker: a message waits while all workers are busy, and goes back to its broker if the time for that is over.
func TestHandlingWaitsForAWorker(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	h := Handler{Run: func(context.Context, time.Duration, int, []engine.Delivery) error {
		if calls++; calls == 1 {
			return vm.ErrBusy
		}
		return nil
	}}
	batch := []*queue.Message{{Body: []byte("1")}}
	if err := h.Handle(ctx, &manifest.Listener{}, 0, time.Minute, batch); err != nil || calls != 2 {
		t.Errorf("after %d calls: %v", calls, err)
	}
	cancel()
	calls = 0
	if err := h.Handle(ctx, &manifest.Listener{}, 0, time.Minute, batch); !errors.Is(err, queue.ErrStopped) {
		t.Errorf("after its time: %v", err)
	}
}

// TestOutcomes: what a listener throws is understood by queues, and a timeout is not a stop.
func TestOutcomes(t *testing.T) {
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	if err := outcome(t.Context(), &engine.RejectedError{Reason: "no"}); !errors.As(err, new(*queue.RejectedError)) {
		t.Error(err)
	}
	if err := outcome(t.Context(), &engine.RetryError{After: time.Second}); !errors.As(err, new(*queue.RetryError)) {
		t.Error(err)
	}
	if err := outcome(late, vm.ErrCanceled); Failure(err) != "timeout" {
		t.Error(err)
	}
	if err := outcome(t.Context(), vm.ErrCanceled); !errors.Is(err, queue.ErrStopped) {
		t.Error(err)
	}
}

type nameKey struct{}

// TestSenders: a message is handled on behalf of who has sent it, if that is true, and a batch on nobody's.
func TestSenders(t *testing.T) {
	refused := 0
	s := Senders{
		Secret: []byte("a secret of some length, of 32 bytes"), Refused: func(context.Context) { refused++ },
		As: func(ctx context.Context, name string, _, _ []string) context.Context {
			return context.WithValue(ctx, nameKey{}, name)
		},
	}
	text, err := s.Seal()(&security.Principal{Name: "ada"}, "jobs", []byte("1"))
	if err != nil {
		t.Fatal(err)
	}
	one := func(body, sender string) []*queue.Message {
		return []*queue.Message{{Queue: "jobs", Body: []byte(body), Sender: sender}}
	}
	for _, c := range []struct {
		senders Senders
		batch   int
		message []*queue.Message
		name    any
		fails   string
	}{
		{s, 1, one("1", text), "ada", ""},
		{s, 1, one("1", ""), nil, ""},
		{s, 10, one("1", text), nil, ""},
		{s, 1, one("2", text), nil, "forged"},
		{Senders{}, 1, one("1", text), nil, "security.messages.secret is not set"},
	} {
		ctx, err := c.senders.onBehalf(t.Context(), &manifest.Listener{Batch: c.batch}, c.message)
		if (err == nil) != (c.fails == "") || err != nil && !strings.Contains(err.Error(), c.fails) || ctx.Value(nameKey{}) != c.name {
			t.Errorf("%s of a batch of %d: on behalf of %v, %v", c.message[0].Body, c.batch, ctx.Value(nameKey{}), err)
		}
	}
	if refused != 1 || (Senders{}).Seal() != nil {
		t.Errorf("%d were refused", refused)
	}
}
