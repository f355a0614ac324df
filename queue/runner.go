package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"

	"github.com/fwrun/fwrun/platform/limit"
)

// runner runs the listener of one queue. Its middleware, from outside: release the message's place, wait for its
// turn, settle what came out, recover from panics.
type runner struct {
	*Connection
	queue    string
	policy   Policy
	receiver *receiver
	gate     *gate
	batches  *batches // nil if messages are handled one by one

	ending context.Context // ends when the runner is stopped
	stop   context.CancelFunc
	begun  bool          // read and written with the connection's mu held
	ended  chan struct{} // closed when it has stopped

	listener atomic.Pointer[serving] // replaced by that of the next generation
	counts   counts
}

// serving is a listener with those of its runs that have not ended.
type serving struct {
	Listener
	runs *sync.WaitGroup
}

func (c *Connection) newRunner(queue string, l *serving) *runner {
	p := l.Policy
	r := &runner{Connection: c, queue: queue, policy: p, gate: c.gateOf(queue), ended: make(chan struct{})}
	r.ending, r.stop = context.WithCancel(c.running)
	r.receiver = newReceiver(c.broker, queue, p, r.gate, c.log)
	r.receiver.spare = func(w *message.Message) { r.spare(w, attempt{}) }
	if p.Batch > 1 {
		r.batches = &batches{size: p.Batch, run: r.run, slots: make(chan struct{}, p.Concurrency)}
	}
	r.listener.Store(l)
	return r
}

// start delivers messages until stop. If the broker cannot be reached, that is tried again. It is called with mu held.
func (r *runner) start() {
	r.begun = true
	go func() {
		defer close(r.ended)
		for attempt := 1; ; attempt++ {
			err := r.serve(r.ending)
			if r.ending.Err() != nil {
				return
			}
			pause := reconnecting.pauseAfter(attempt)
			r.log.Warn("a queue cannot be listened to; it is tried again", "queue", r.queue, "after", pause, "error", err)
			select {
			case <-time.After(pause):
			case <-r.ending.Done():
			}
		}
	}()
}

// reconnecting has the pauses between attempts to reach a broker.
var reconnecting = Policy{Backoff: 200 * time.Millisecond, MaxBackoff: 15 * time.Second}

// serve delivers messages until the context ends and those in hand are handled.
func (r *runner) serve(ctx context.Context) error {
	if err := r.declare(ctx, r.queue); err != nil {
		return err
	}
	if err := r.readPauses(ctx); err != nil {
		return err
	}
	router, err := message.NewRouter(message.RouterConfig{CloseTimeout: aLongTime}, routerLog{r.log})
	if err != nil {
		return err
	}
	router.AddConsumerHandler(r.queue, r.queue, r.receiver, r.handle).AddMiddleware(r.middleware()...)
	failed := make(chan struct{})
	defer close(failed)
	defer context.AfterFunc(ctx, func() {
		select {
		case <-router.Running(): // before, Close would wait for handlers that Run does not start any more
			_ = router.Close() // waits for what is in hand
		case <-failed:
		}
	})()
	err = router.Run(context.WithoutCancel(ctx))
	r.receiver.drained()
	return err
}

// aLongTime is how long a router waits for messages in hand. [Runs.Wait] has the true limit.
const aLongTime = 24 * time.Hour

// handle handles one message. It implements message.NoPublishHandlerFunc.
func (r *runner) handle(w *message.Message) error {
	m := read(r.queue, w)
	m.MaxAttempts = r.policy.MaxAttempts
	if r.batches != nil && w.Metadata[headerAlone] == "" {
		return r.batches.join(w.Context(), m)
	}
	return r.run(w.Context(), []*Message{m})
}

// run calls the listener within its time. What arrives after the connection has cut off what was in hand, before its broker knows that
// nobody receives any more, goes back as it came.
func (r *runner) run(ctx context.Context, batch []*Message) error {
	if r.running.Err() != nil {
		return ErrStopped
	}
	l := r.begin()
	defer l.runs.Done()
	if l.Working != nil {
		ctx = l.Working(ctx)
	}
	ctx, cancel := limit.Within(ctx, r.policy.Timeout, nil)
	defer cancel()
	defer context.AfterFunc(r.running, cancel)()
	began := time.Now()
	err := l.Handle(ctx, batch)
	r.counts.handled(len(batch), err, time.Since(began))
	return err
}

// begin returns the listener of the serving generation, which is not closed before the run has ended.
func (r *runner) begin() *serving {
	r.swapping.RLock()
	defer r.swapping.RUnlock()
	l := r.listener.Load()
	l.runs.Add(1)
	return l
}

// middleware returns what stands around handle, from outside.
func (r *runner) middleware() []message.HandlerMiddleware {
	return []message.HandlerMiddleware{r.leaving, r.inTurn, r.settling, middleware.Recoverer}
}

// leaving makes room for others when the message has been settled. It settles it at the broker itself, since the router does so
// only afterwards.
func (r *runner) leaving(h message.HandlerFunc) message.HandlerFunc {
	return func(w *message.Message) ([]*message.Message, error) {
		defer placeOf(w).leave()
		_, err := h(w)
		if err != nil {
			w.Nack()
		} else {
			w.Ack()
		}
		return nil, err
	}
}

// inTurn waits for the end of those with the same key that were received before. If one of them will be tried again, the message is
// put behind it.
func (r *runner) inTurn(h message.HandlerFunc) message.HandlerFunc {
	return func(w *message.Message) ([]*message.Message, error) {
		p := placeOf(w)
		if p.turn == nil {
			return h(w)
		}
		if err := p.turn.wait(w.Context()); err != nil {
			r.spare(w, attempt{})
			return nil, err
		}
		behind, err := r.parkBehind(w.Context(), w)
		if err != nil {
			return nil, r.unsettled(w.Context(), err)
		}
		if behind {
			return nil, nil
		}
		return h(w)
	}
}

// settling decides what becomes of a message: done, tried again, or dead. If that cannot be written down, the message
// goes back to its broker, and the queue waits a little.
func (r *runner) settling(h message.HandlerFunc) message.HandlerFunc {
	return func(w *message.Message) ([]*message.Message, error) {
		a, err := r.attempt(w)
		if err == nil {
			_, err = h(w)
			a.end()
		}
		if errors.Is(err, ErrStopped) {
			r.spare(w, a)
		}
		return nil, r.settle(w, err)
	}
}

func (r *runner) settle(w *message.Message, err error) error {
	ctx := context.WithoutCancel(w.Context())
	if _, uncounted := errors.AsType[*uncountedError](err); uncounted || errors.Is(err, ErrStopped) {
		return err
	}
	if err := r.forgetStarts(ctx, w); err != nil {
		return r.unsettled(ctx, err)
	}
	if err == nil {
		return r.unsettled(ctx, r.done(ctx, w))
	}
	m := read(r.queue, w)
	if _, together := errors.AsType[*batchError](err); together {
		r.logFailure(ctx, slog.LevelWarn, "a listener failed with a batch; its messages will be tried one by one", m, err)
		return r.unsettled(ctx, r.parkAlone(ctx, w, m))
	}
	rejected, isRejected := errors.AsType[*RejectedError](err)
	if !isRejected && m.Attempt < r.policy.MaxAttempts {
		pause := r.policy.pauseAfter(m.Attempt)
		if wanted, ok := errors.AsType[*RetryError](err); ok {
			pause = wanted.After
		}
		r.logFailure(ctx, slog.LevelWarn, "a listener failed; the message will be tried again", m, err, slog.Duration("after", pause))
		return r.unsettled(ctx, r.parkAgain(ctx, w, m, err, pause))
	}
	reason := fmt.Sprintf("attempt %d of %d failed", m.Attempt, r.policy.MaxAttempts)
	if isRejected {
		reason = rejected.Reason
	}
	r.counts.dead.Add(1)
	r.logFailure(ctx, slog.LevelError, "a message is dead", m, err, slog.String("reason", reason), slog.String("deadLetter", r.policy.DeadLetter))
	return r.unsettled(ctx, r.bury(ctx, w, m, reason, err))
}

// logFailure logs what a listener failed with.
func (r *runner) logFailure(ctx context.Context, level slog.Level, text string, m *Message, err error, more ...slog.Attr) {
	attrs := append([]slog.Attr{
		slog.String("queue", r.queue), slog.String("listener", r.listener.Load().Name), slog.String("message", m.ID), slog.Int("attempt", m.Attempt),
	}, more...)
	r.log.LogAttrs(ctx, level, text, append(attrs, r.settings.Describe(err)...)...)
}

// holdFor is how long a queue waits when its store cannot be written.
const holdFor = time.Second

// unsettled reports that the fate of a message could not be written down.
func (r *runner) unsettled(ctx context.Context, err error) error {
	if err != nil {
		r.gate.hold(holdFor)
		r.log.ErrorContext(ctx, "a queue waits, because the outcome of a message cannot be stored", "queue", r.queue, "error", err)
	}
	return err
}
