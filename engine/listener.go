package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// Delivery is a message for a listener.
type Delivery struct {
	ID, Queue   string
	Body        []byte
	ContentType string // application/json when empty
	Headers     map[string]string
	SentAt      time.Time // zero if it is not known

	Attempt, MaxAttempts int // the first attempt is 1
}

// Message is what a [Supplier] makes a QueueMessage of: a delivery with its payload as the listener gets it.
type Message struct {
	*Delivery
	Payload Value
}

// RejectedError is the error of a listener whose message would fail at each further attempt, too.
type RejectedError struct {
	Reason string
	Err    error // what the listener threw; nil for a payload that does not bind
}

func (e *RejectedError) Error() string { return e.Reason }

func (e *RejectedError) Unwrap() error { return e.Err }

// RetryError is the error of a listener that chooses when its message is tried again.
type RetryError struct {
	Reason string
	After  time.Duration
	Err    error // what the listener threw
}

func (e *RetryError) Error() string { return e.Reason }

func (e *RetryError) Unwrap() error { return e.Err }

// Verdict is what an exception of the host says about the message whose listener has thrown it.
type Verdict struct {
	Reason   string
	Rejected bool          // or else it is tried again
	After    time.Duration // before it is tried again
}

// RunListener calls a listener, by its index in the manifest, with a message, or with several if it has a batch. It waits
// for the result. The error is a *[RejectedError] if a payload does not bind, or if the listener has thrown what says so; a
// *[RetryError]; a fault of kind Timeout; or else one of [Application.Run].
func (a *Application) RunListener(ctx context.Context, timeout time.Duration, index int, deliveries []Delivery) error {
	l := a.manifest.Listeners[index]
	err := a.RunUntil(ctx, time.Now().Add(timeout), &listening{
		Listener: l, handler: a.manifest.Handlers[l.Handler], deliveries: deliveries, known: &a.heard[index], gate: a.gate, limits: a.options.JSON,
	})
	if errors.Is(err, vm.ErrHandlerTimeout) {
		return fault.New("engine.RunListener", fault.Timeout, fmt.Sprintf("the listener took longer than its timeout of %s", timeout)).
			WithHint("raise the option timeout of @QueueListener")
	}
	return err
}

// listening is the Task of one call of a listener.
type listening struct {
	*manifest.Listener
	handler    *manifest.Handler
	deliveries []Delivery
	known      *Experience
	gate       *vm.Gate
	limits     schema.Limits // of bodies that are JSON

	payloads []Value
	wrong    []string // what does not fit
	schemas  Validation
	called   bool
}

// Experience implements [Experienced].
func (t *listening) Experience() *Experience { return t.known }

// Gate implements [vm.Gated] for the pool.
func (t *listening) Gate() *vm.Gate { return t.gate }

func (t *listening) Start(s *Scope) (Value, error) {
	if err := t.bind(s); err != nil {
		return nil, err
	}
	return t.proceed(s)
}

func (t *listening) Next(s *Scope, settled Value) (Value, error) {
	if t.called {
		return nil, nil
	}
	if err := t.schemas.Settled(s, settled); err != nil {
		return nil, err
	}
	return t.proceed(s)
}

// proceed calls the listener when all payloads fit.
func (t *listening) proceed(s *Scope) (Value, error) {
	if result, err := t.schemas.Step(s); result != nil || err != nil {
		return result, err
	}
	if t.wrong != nil {
		return nil, &RejectedError{Reason: "the payload does not fit: " + strings.Join(t.wrong, "; ")}
	}
	args, err := t.supplied(s, t.payloads)
	if err != nil {
		return nil, err
	}
	t.called = true
	return s.Call(t.Handler, args)
}

// Catch adds what an error says about the message.
func (t *listening) Catch(s *Scope, err error) (Value, error) {
	thrown, ok := ThrownValue(err)
	if !ok {
		return nil, err
	}
	verdict, known := s.instance.can.verdict(thrown)
	explained := s.Explain(err)
	set := func(name string) ErrorSet { return ReadErrors(s.rt, s.instance.records.option(t.Record, name)) }
	switch discard := set("discardOn"); {
	case known && verdict.Rejected:
		return nil, &RejectedError{verdict.Reason, explained}
	case known:
		return nil, &RetryError{verdict.Reason, verdict.After, explained}
	case !discard.IsEmpty() && discard.Has(err), !set("retryOn").Has(err):
		return nil, &RejectedError{explained.Error(), explained}
	}
	return nil, err
}

// listeningGate returns the gate for listeners: it has half as many places as there are VMs, unless the options say
// otherwise.
func listeningGate(o Options) *vm.Gate {
	if o.Listening > 0 {
		return vm.NewGate(o.Listening)
	}
	return vm.NewGate(max(o.Pool.Max, o.Pool.Min) / 2)
}
