package replay

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Player answers for the host, with what is in a file. Its methods are safe for concurrent use.
type Player struct {
	mu      sync.Mutex
	queues  map[Kind][]place
	next    map[Kind]int
	now     time.Time
	ended   bool
	over    chan struct{} // closed at the end
	missed  []*Missed
	masked  []string // the calls that have given something masked
	numbers int      // random values that were made up
}

// place is a call with its number in the file.
type place struct {
	call  *Call
	index int
	left  int // how often it is still given
}

// Missed is something that the application has asked of its host otherwise than in the file. It is an error for the script that has asked.
type Missed struct {
	Message            string
	Expected, Received any // what was asked; nil for nothing
	Differences        []Difference
}

func (m *Missed) Error() string { return m.Message }

// NewPlayer returns a player of a file.
func NewPlayer(f *File) *Player {
	p := &Player{queues: map[Kind][]place{}, next: map[Kind]int{}, over: make(chan struct{})}
	p.now, _ = time.Parse(time.RFC3339, f.Recorded)
	for i := range f.Calls {
		c := &f.Calls[i]
		p.queues[c.Kind] = append(p.queues[c.Kind], place{c, i, max(1, c.Times)})
	}
	return p
}

type playerKey struct{}

// WithPlayer returns a context in which the player answers for the host.
func WithPlayer(ctx context.Context, p *Player) context.Context {
	return context.WithValue(ctx, playerKey{}, p)
}

// PlayerOf returns the player of a context, or nil.
func PlayerOf(ctx context.Context) *Player {
	p, _ := ctx.Value(playerKey{}).(*Player)
	return p
}

// Wait waits until the replay has ended, for a call of which nothing had come when the request was answered. It returns an error.
func (p *Player) Wait(ctx context.Context) error {
	select {
	case <-p.over:
		return &Missed{Message: "this call had no result yet when the recording ended, with the answer"}
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Place is the place in the file that somebody has who will ask later.
type Place int

// Reserve returns the next place of a kind, for one who asks a while later than the script has: others may come first.
func (p *Player) Reserve(kind Kind) Place {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.next[kind]
	p.next[kind] = at + 1
	return Place(at)
}

// Ask returns the next call of a kind, if it is what is asked. The error is a *[Missed].
func (p *Player) Ask(kind Kind, asks map[string]any) (*Call, error) {
	return p.AskAt(p.Reserve(kind), kind, asks)
}

// AskAt is Ask for a place that was reserved.
func (p *Player) AskAt(at Place, kind Kind, asks map[string]any) (*Call, error) {
	received := plain(asks)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return nil, &Missed{Message: fmt.Sprintf("this %s comes after the answer, with which the recording ends", kind), Received: received}
	}
	queue := p.queues[kind]
	if int(at) >= len(queue) {
		return nil, p.miss(&Missed{Message: fmt.Sprintf("this %s was not recorded", kind), Received: received})
	}
	here := queue[at]
	if here.call.IsPending() {
		return here.call, nil
	}
	var m matching
	shown := m.value("", plain(here.call.Asks), received)
	if len(m.found) > 0 {
		for i := range m.found {
			m.found[i].Path = trimDot(m.found[i].Path)
		}
		return nil, p.miss(&Missed{
			Message:  fmt.Sprintf("this %s is not the one that was recorded: calls[%d]", kind, here.index),
			Expected: shown, Received: received, Differences: m.found,
		})
	}
	p.give(here)
	return here.call, nil
}

func trimDot(path string) string {
	if path != "" && path[0] == '.' {
		return path[1:]
	}
	return path
}

// give notes what was given, if it has something masked in it.
func (p *Player) give(from place) {
	if hasMasked(from.call.Gives) {
		p.masked = append(p.masked, fmt.Sprintf("calls[%d]", from.index))
	}
}

const maxMissed = 100

func (p *Player) miss(m *Missed) error {
	if len(p.missed) < maxMissed {
		p.missed = append(p.missed, m)
	}
	return m
}

// plain returns a value as it is read from JSON.
func plain(value map[string]any) any {
	text, err := encode(value)
	var out any
	if err != nil || decode(text, &out) != nil || out == nil {
		return map[string]any{}
	}
	return out
}

// Now returns the next time that was read; when there are no more, the clock stands still.
func (p *Player) Now() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	var text string
	if c := p.nextOf(Time); c != nil && c.Given(&text) == nil {
		if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
			p.now = t
		}
	}
	return p.now
}

// Elapsed returns the next value of performance.now; when there are no more, the last one.
func (p *Player) Elapsed() (ms float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.nextOf(Clock); c != nil {
		_ = c.Given(&ms)
		return ms
	}
	if all := p.queues[Clock]; len(all) > 0 {
		_ = all[len(all)-1].call.Given(&ms)
	}
	return ms
}

// nextOf returns the next call of a kind that is given without being asked for anything, or nil.
func (p *Player) nextOf(kind Kind) *Call {
	at := p.next[kind]
	if at >= len(p.queues[kind]) || p.ended {
		return nil
	}
	here := &p.queues[kind][at]
	if here.left--; here.left <= 0 {
		p.next[kind]++
	}
	return here.call
}

// Number returns the next value of Math.random. One that was not recorded is missed, and 0.5.
func (p *Player) Number() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0.5
	c := p.nextOf(Random)
	if c == nil || c.Given(&n) != nil {
		p.unknown("Math.random()")
	}
	return n
}

// Fill fills bytes with the next ones of a kind. Those that were not recorded are missed; those that were masked, and those, are made up,
// the same each time.
func (p *Player) Fill(kind Kind, into []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var text string
	c := p.nextOf(kind)
	if c == nil || c.Given(&text) != nil {
		p.unknown(fmt.Sprintf("random %s (%d bytes)", kind, len(into)))
		p.invent(into)
		return
	}
	if text == Masked {
		p.masked = append(p.masked, "calls of the kind "+string(kind))
		p.invent(into)
		return
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(data) != len(into) {
		p.unknown(fmt.Sprintf("%d random bytes, where the file has %d", len(into), len(data)))
	}
	copy(into, data)
}

func (p *Player) invent(into []byte) {
	p.numbers++
	for i := range into {
		into[i] = byte(p.numbers)
	}
}

// unknown notes that something random was not recorded. The function that asks cannot fail, so no error is returned.
func (p *Player) unknown(what string) {
	if !p.ended {
		_ = p.miss(&Missed{Message: "this was not recorded: " + what, Received: what})
	}
}

// Result is how a replay went otherwise than the file.
type Result struct {
	Missed []*Missed
	Masked []string // where something masked was given
}

// End ends the replay: the request was answered. What the file has and nobody has asked for is missed, too.
func (p *Player) End() Result {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.ended = true
		close(p.over)
	}
	r := Result{Missed: slices.Clone(p.missed), Masked: slices.Compact(slices.Clone(p.masked))}
	if len(r.Missed) > 0 { // what is left over is so because of that
		return r
	}
	var left []place
	for kind, queue := range p.queues {
		if kinds[kind].asks {
			left = append(left, queue[min(p.next[kind], len(queue)):]...)
		}
	}
	left = slices.DeleteFunc(left, func(one place) bool { return one.call.IsPending() })
	slices.SortFunc(left, func(a, b place) int { return a.index - b.index })
	for _, one := range left[:min(len(left), maxMissed)] {
		r.Missed = append(r.Missed, &Missed{
			Message:  fmt.Sprintf("this %s was recorded, but is no longer made: calls[%d]", one.call.Kind, one.index),
			Expected: plain(one.call.Asks),
		})
	}
	return r
}
