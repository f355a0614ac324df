package startup

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Timeline holds the steps of one start. It is safe for concurrent use.
type Timeline struct {
	began time.Time
	mu    sync.Mutex
	steps []Recorded
}

// Recorded is a step.
type Recorded struct {
	Name   string
	Parent int // index of the step that it is part of; -1 if there is none
	Began  time.Time
	Took   time.Duration // 0 until it has ended
	Tags   []Tag
}

// Tag is something that is known of a step.
type Tag struct{ Key, Value string }

// Text returns a tag with a text.
func Text(key, value string) Tag { return Tag{key, value} }

// Number returns a tag with a number.
func Number(key string, value int) Tag { return Tag{key, strconv.Itoa(value)} }

// mostSteps bounds a timeline.
const mostSteps = 1000

// New returns a Timeline that begins now.
func New() *Timeline { return &Timeline{began: time.Now()} }

// Began returns when the timeline began.
func (t *Timeline) Began() time.Time { return t.began }

// Steps returns the steps in the order in which they began. The index of a step is its id.
func (t *Timeline) Steps() []Recorded {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.steps)
}

type key struct{}

// current is a timeline with the step that runs.
type current struct {
	of   *Timeline
	step int
}

// With returns a context whose steps are recorded.
func With(ctx context.Context, t *Timeline) context.Context {
	return context.WithValue(ctx, key{}, current{t, -1})
}

// Without returns a context in which nothing is recorded.
func Without(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, nil) }

// Step begins a step. Steps that begin with the context that it returns are parts of it. The function ends it, with tags that are
// known only then.
func Step(ctx context.Context, name string, tags ...Tag) (inner context.Context, end func(...Tag)) {
	c, ok := ctx.Value(key{}).(current)
	if !ok {
		return ctx, func(...Tag) {}
	}
	id, ok := c.of.begin(Recorded{Name: name, Parent: c.step, Began: time.Now(), Tags: tags})
	if !ok {
		return ctx, func(...Tag) {}
	}
	return context.WithValue(ctx, key{}, current{c.of, id}), func(more ...Tag) { c.of.end(id, more) }
}

// Do runs a function as a step.
func Do(ctx context.Context, name string, f func(ctx context.Context) error) error {
	inner, end := Step(ctx, name)
	defer end()
	return f(inner)
}

func (t *Timeline) begin(r Recorded) (id int, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.steps) == mostSteps {
		return 0, false
	}
	t.steps = append(t.steps, r)
	return len(t.steps) - 1, true
}

func (t *Timeline) end(id int, tags []Tag) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := &t.steps[id]
	s.Took = time.Since(s.Began)
	s.Tags = append(s.Tags, tags...)
}
