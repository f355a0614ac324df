package stories

import (
	"context"
	"hash/maphash"
	"sync"
	"time"
)

// Kind is what a story is about.
type Kind string

// The kinds of stories.
const (
	HTTP     Kind = "http"
	Tool     Kind = "tool"
	Message  Kind = "message"
	Schedule Kind = "schedule"
)

// The limits of one story.
const (
	maxSteps     = 500
	maxStepBytes = 256 << 10 // of all steps
	maxText      = 4 << 10   // bytes of one text
	maxShapes    = 200       // different statements of which the repetitions are counted
	maxBody      = 32 << 10  // bytes of a body
	maxHeaders   = 16 << 10  // bytes of all headers of one side
)

// Story is what was done on behalf of a request. A nil Story is one that is not remembered. Its methods are safe for concurrent use.
type Story struct {
	to    *Recorder
	began time.Time

	counted int64 // of size, as the recorder has it; guarded by its lock
	kept    bool  // likewise
	owned   bool  // nobody has it but the recorder, which may use its memory again; likewise

	mu      sync.Mutex
	shared  bool   // a context refers to it
	id      uint64 // 0 until it is kept
	size    int64  // bytes that it takes
	kind    Kind
	end     facts
	steps   []Step
	shapes  map[uint64]int // how often statements were run
	bytes   int            // of the steps
	lost    int            // steps that were too many
	sql     int
	fetches int
	logs    int
	tool    string // that was called
	beside  any    // what others keep with it
}

// facts are what is known at the end.
type facts struct {
	trace                        [16]byte
	traced                       bool
	method, path, route, handler string
	user                         string
	status, sent, taken          int
	took                         time.Duration
	streamed                     bool
	query                        string
	request, response            side
	failure                      *Error
}

// side is what was sent in one direction, without secrets.
type side struct {
	headers string // lines of "name: value"
	body    string
	note    string // why there is no body, or not all of it
}

type key struct{}

// withStory is a context with a story.
type withStory struct {
	context.Context //nolint:containedctx // this type is a context
	story           *Story
}

// With returns a context with the story; ctx itself if the story is nil.
func With(ctx context.Context, s *Story) context.Context {
	if s == nil {
		return ctx
	}
	s.mu.Lock()
	s.shared = true
	s.mu.Unlock()
	return &withStory{ctx, s}
}

// Value implements context.Context.
func (c *withStory) Value(k any) any {
	if k == (key{}) {
		return c.story
	}
	return c.Context.Value(k)
}

// Of returns the story of a context, or nil.
func Of(ctx context.Context) *Story {
	s, _ := ctx.Value(key{}).(*Story)
	return s
}

// Add adds a step. It masks nothing: see [Recorder.Harmless] and the others. Steps of a story that has ended are added as long as it is
// remembered.
func (s *Story) Add(step Step) {
	if s == nil {
		return
	}
	step.bound()
	if step.Shape != "" {
		step.shape, step.Shape = maphash.String(s.to.seed, step.Shape), ""
	}
	s.mu.Lock()
	s.add(&step)
	ended := s.id != 0
	s.mu.Unlock()
	if ended {
		s.to.account(s)
	}
}

func (s *Story) add(step *Step) {
	s.count(step)
	n := step.bytes()
	if len(s.steps) >= maxSteps || s.bytes+n > maxStepBytes {
		s.lost++
		return
	}
	s.steps = append(s.steps, *step)
	s.bytes += n
	s.size += int64(n)
}

// count counts a step, also one that is not remembered.
func (s *Story) count(step *Step) {
	switch step.Kind {
	case SQL:
		if step.shape == 0 { // it begins or ends a transaction
			return
		}
		s.sql++
		s.countShape(step.shape)
	case Fetch:
		s.fetches++
	case Log:
		s.logs++
	}
}

func (s *Story) countShape(shape uint64) {
	n, known := s.shapes[shape]
	if !known && len(s.shapes) >= maxShapes {
		return
	}
	if s.shapes == nil {
		s.shapes = map[uint64]int{}
	}
	if s.shapes[shape] = n + 1; !known {
		s.size += 48
	}
}

// Call makes the story that of a call of a tool.
func (s *Story) Call(tool string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kind, s.tool = Tool, tool
}

// End ends the story, which is remembered from now on.
func (s *Story) End(e *End) {
	if s == nil {
		return
	}
	e.write(&s.end, s.to) // nobody reads it before the story is kept
	s.to.keep(s, false)
}

// EndOwned is End of a story of [Recorder.BeginOwned], which the caller must not use any more. It returns memory for another one, or nil.
func (s *Story) EndOwned(e *End) (room *Story) {
	e.write(&s.end, s.to)
	return s.to.keep(s, true)
}

// renew makes a new story in the memory of s, which nobody has any more, with room for a few steps.
func (s *Story) renew(r *Recorder, kind Kind, began time.Time) {
	steps := s.steps
	if clear(steps); cap(steps) > fewSteps {
		steps = nil
	}
	*s = Story{to: r, kind: kind, began: began, steps: steps[:0]}
}

// fewSteps is how many steps most stories have at most.
const fewSteps = 4

// storyBytes is what a story takes besides its texts.
const storyBytes = 640

func (f *facts) bytes() int64 {
	n := len(f.method) + len(f.path) + len(f.query) + len(f.user) + len(f.request.headers) + len(f.request.body) + len(f.response.headers) +
		len(f.response.body) // route and handler are the application's
	return int64(n) + f.failure.bytes()
}
