package agents

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/platform/fault"
)

// Stop says where a worker is paused.
type Stop struct {
	Paused bool     `json:"paused"`
	Reason string   `json:"reason,omitempty"`
	Place  string   `json:"place,omitempty"`  // users.ts:12
	Source []string `json:"source,omitempty"` // the lines around it; the one that runs next begins with >
	Worker int      `json:"worker,omitempty"`
	Work   string   `json:"work,omitempty"` // such as GET /users/{id}
	Thrown string   `json:"thrown,omitempty"`
	Frames []Frame  `json:"frames,omitempty"`
	Locals Locals   `json:"locals"`
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

// mostFrames and around bound what is shown of a stop.
const (
	mostFrames = 20
	around     = 3
)

// Wait waits until a worker is paused, for so many seconds at the most.
func (d *Desk) Wait(ctx context.Context, seconds float64) (any, error) {
	d.mu.Lock()
	attached := d.client != nil
	d.mu.Unlock()
	if !attached {
		_, _, err := d.stopped()
		return nil, err
	}
	return d.wait(ctx, min(time.Duration(seconds*float64(time.Second)), longest), nil)
}

// wait waits for a pause that is not the one before.
func (d *Desk) wait(ctx context.Context, limit time.Duration, before *debugger.Pause) (any, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		d.mu.Lock()
		p, client, change := d.paused, d.client, d.change
		d.mu.Unlock()
		if p != nil && p != before {
			return d.describe(ctx, p, client)
		}
		select {
		case <-change:
		case <-timer.C:
			return Stop{}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// describe returns what an agent sees of a pause.
func (d *Desk) describe(ctx context.Context, p *debugger.Pause, client debugger.Client) (any, error) {
	d.asked()
	s := Stop{Paused: true, Reason: string(p.Reason), Worker: p.Worker.Number()}
	if len(p.Frames) > 0 {
		at := p.Frames[0].Location
		s.Place, s.Source = d.place(at), source(at)
	}
	for i, f := range p.Frames[:min(len(p.Frames), mostFrames)] {
		s.Frames = append(s.Frames, Frame{i, f.Function, d.place(f.Location)})
	}
	if len(p.Parents) > 0 {
		s.Work = p.Parents[len(p.Parents)-1].Description
	}
	err := client.On(ctx, "", func(o debugger.Objects) {
		if p.Reason == debugger.AtException {
			s.Thrown = d.text("", o.Describe(p.Thrown, group, true))
		}
		s.Locals = d.locals(o, p, 0, mostAnswer/2)
		o.ReleaseGroup(group)
	})
	if errors.Is(err, debugger.ErrNotPaused) {
		return Stop{}, nil
	}
	return s, err
}

func (d *Desk) place(at debugger.Location) string {
	return fmt.Sprintf("%s:%d", d.name(at.Script.Path), at.Line+1)
}

// source returns the lines around a place.
func source(at debugger.Location) (lines []string) {
	all := strings.Split(at.Script.Text, "\n")
	for i := max(0, at.Line-around); i < min(len(all), at.Line+around+1); i++ {
		mark := " "
		if i == at.Line {
			mark = ">"
		}
		lines = append(lines, fmt.Sprintf("%s %d: %s", mark, i+1, bounded(strings.TrimRight(all[i], "\r"), 200)))
	}
	return lines
}

// Step lets the paused worker go on: over, into, out or resume. After a step, the answer is the next stop, if there is one soon.
func (d *Desk) Step(ctx context.Context, kind string) (any, error) {
	p, client, err := d.stopped()
	if err != nil {
		return nil, err
	}
	if !d.leads() {
		return nil, fault.New("agents.step", fault.Unavailable, "a debugger is attached at the port, and says how the worker goes on")
	}
	if kind == "resume" {
		return Stop{}, client.Resume()
	}
	kinds := []string{debugger.Into: "into", debugger.Over: "over", debugger.Out: "out"}
	i := slices.Index(kinds, kind)
	if i < 0 {
		return nil, fault.New("agents.step", fault.Invalid, fmt.Sprintf("kind is over, into, out or resume, and not %q", kind))
	}
	if err := client.Step(debugger.StepKind(i)); err != nil {
		return nil, err
	}
	return d.wait(ctx, stepTime, p)
}
