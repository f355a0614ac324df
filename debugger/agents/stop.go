package agents

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/platform/fault"
)

// Stop says where a worker is paused.
type Stop struct {
	Paused   bool     `json:"paused"`
	Hint     string   `json:"hint,omitempty"` // if nothing is
	Reason   string   `json:"reason,omitempty"`
	Place    string   `json:"place,omitempty"`  // users.ts:12
	Source   []string `json:"source,omitempty"` // the lines around it; the one that runs next begins with >
	Worker   int      `json:"worker,omitempty"`
	Work     string   `json:"work,omitempty"` // such as GET /users/{id}
	Thrown   string   `json:"thrown,omitempty"`
	Frames   []Frame  `json:"frames,omitempty"`
	FramesOf int      `json:"framesOf,omitempty"` // the number of all, if some are left off
	Locals   *Locals  `json:"locals,omitempty"`
}

// Frame is a call under way.
type Frame struct {
	Frame    int    `json:"frame"`
	Function string `json:"function,omitempty"`
	Place    string `json:"place"`
}

// longest bounds Wait, and stepTime the wait for the end of a step.
const (
	longest  = time.Minute
	stepTime = 5 * time.Second
)

// What is shown of a stop.
const (
	mostFrames     = 20
	mostFrameBytes = 8 << 10
	mostName       = 200 // bytes of the name of a function, or of a line
	around         = 3   // lines above and below
)

// Wait waits until a worker is paused, for so many seconds at the most.
func (d *Desk) Wait(ctx context.Context, seconds float64) (any, error) {
	if err := d.attends(); err != nil {
		return nil, err
	}
	limit := time.Duration(min(seconds, longest.Seconds()) * float64(time.Second))
	return d.wait(ctx, limit, nil, "nothing has reached a breakpoint: send a request that does, and wait again")
}

// wait waits for a pause that is not the one before.
func (d *Desk) wait(ctx context.Context, limit time.Duration, before *debugger.Pause, hint string) (any, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		d.mu.Lock()
		p, change := d.paused, d.change
		d.mu.Unlock()
		if p != nil && p != before {
			if s, err := d.describe(ctx, p); !errors.Is(err, errNotPaused) {
				return s, err
			}
			before = p // it is over already
		}
		select {
		case <-change:
		case <-timer.C:
			return Stop{Hint: hint}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// describe returns what an agent sees of a pause.
func (d *Desk) describe(ctx context.Context, p *debugger.Pause) (any, error) {
	d.asked()
	s := Stop{Paused: true, Reason: string(p.Reason), Worker: p.Worker.Number()}
	if len(p.Frames) > 0 {
		at := p.Frames[0].Location
		s.Place, s.Source = d.place(at), d.source(at)
	}
	s.Frames = d.frames(p)
	if len(s.Frames) < len(p.Frames) {
		s.FramesOf = len(p.Frames)
	}
	if len(p.Parents) > 0 {
		s.Work = bounded(p.Parents[len(p.Parents)-1].Description, mostName)
	}
	err := on(ctx, p, func(o debugger.Objects) {
		if p.Reason == debugger.AtException {
			s.Thrown = d.text("", o.Describe(p.Thrown, group, true))
		}
		locals := d.locals(o, p, 0, mostAnswer-encoded(s))
		s.Locals = &locals
	})
	return s, err
}

func (d *Desk) frames(p *debugger.Pause) (list []Frame) {
	room := mostFrameBytes
	for i, f := range p.Frames[:min(len(p.Frames), mostFrames)] {
		one := Frame{i, bounded(f.Function, mostName), d.place(f.Location)}
		if room -= encoded(one) + 1; room < 0 {
			break
		}
		list = append(list, one)
	}
	return list
}

func (d *Desk) place(at debugger.Location) string {
	return fmt.Sprintf("%s:%d", d.name(at.Script.Path), at.Line+1)
}

// literal matches a text that is given a name.
var literal = regexp.MustCompile(`([\pL_$][\pL\pN_$]*)(["']?\s*[:=]\s*)("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|` + "`(?:\\\\.|[^`\\\\])*`)")

// source returns the lines around a place.
func (d *Desk) source(at debugger.Location) (lines []string) {
	all := strings.Split(literal.ReplaceAllStringFunc(at.Script.Text, func(found string) string {
		part := literal.FindStringSubmatch(found)
		if shown := d.options.Mask(part[1], part[3]); shown != part[3] {
			return part[1] + part[2] + shown + strings.Repeat("\n", strings.Count(found, "\n"))
		}
		return found
	}), "\n")
	for i := max(0, at.Line-around); i < min(len(all), at.Line+around+1); i++ {
		mark := " "
		if i == at.Line {
			mark = ">"
		}
		lines = append(lines, fmt.Sprintf("%s %d: %s", mark, i+1, bounded(strings.TrimRight(all[i], "\r"), mostName)))
	}
	return lines
}

// Step lets the paused worker go on: over, into, out or resume. After a step, the answer is the next stop, if there is one soon.
func (d *Desk) Step(ctx context.Context, kind string) (any, error) {
	p, err := d.stopped()
	if err != nil {
		return nil, err
	}
	kinds := []string{debugger.Into: "into", debugger.Over: "over", debugger.Out: "out"}
	i := slices.Index(kinds, kind)
	switch {
	case i < 0 && kind != "resume":
		return nil, fault.New("agents.step", fault.Invalid, fmt.Sprintf("kind is over, into, out or resume, and not %q", bounded(kind, 40)))
	case !d.leads():
		return nil, fault.New("agents.step", fault.Unavailable, "a debugger is attached at the port, and says how the worker goes on").
			WithHint("look at the pause with debug_locals and debug_evaluate, or let the person go on there")
	}
	client := d.attachedNow()
	if client == nil {
		return nil, errNotPaused
	}
	if kind == "resume" {
		err = client.Resume()
	} else {
		err = client.Step(debugger.StepKind(max(i, 0)))
	}
	d.gone(p)
	switch {
	case errors.Is(err, debugger.ErrNotPaused):
		return nil, errNotPaused
	case err != nil:
		return nil, err
	case kind == "resume":
		return Stop{Hint: "it goes on; debug_wait waits for the next pause"}, nil
	}
	return d.wait(ctx, stepTime, p, "it has gone on, and has not come to another statement yet: debug_wait waits for that")
}
