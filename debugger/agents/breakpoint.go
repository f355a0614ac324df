package agents

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/platform/fault"
)

// Action is what an agent does with breakpoints.
type Action struct {
	Action    string `json:"action"` // set, remove or list
	File      string `json:"file"`   // relative to the application
	Line      int    `json:"line"`   // from 1
	Condition string `json:"condition"`
	Log       string `json:"log"` // a message with {expressions} that is logged, instead of a pause
}

// Point is a breakpoint as agents see it.
type Point struct {
	File      string `json:"file"`
	Line      int    `json:"line"` // where it was set
	Condition string `json:"condition,omitempty"`
	Log       string `json:"log,omitempty"`
	At        []int  `json:"at"` // the lines where it stops: the next ones with a statement; none if the file is not part of the application
}

// Points are all of them.
type Points struct {
	Breakpoints []Point `json:"breakpoints"`
}

type point struct {
	Point
	id string
}

// Breakpoint sets, removes or lists breakpoints.
func (d *Desk) Breakpoint(ctx context.Context, a Action) (any, error) {
	var err error
	switch a.Action {
	case "set":
		err = d.set(ctx, a)
	case "remove":
		err = d.remove(a)
	case "list":
	default:
		err = fault.New("agents.breakpoint", fault.Invalid, fmt.Sprintf("action is set, remove or list, and not %q", a.Action))
	}
	if err != nil {
		return nil, err
	}
	d.asked()
	d.mu.Lock()
	defer d.mu.Unlock()
	all := Points{Breakpoints: []Point{}}
	for _, p := range d.points {
		all.Breakpoints = append(all.Breakpoints, p.Point)
	}
	return all, nil
}

func (d *Desk) set(ctx context.Context, a Action) error {
	if a.File == "" || a.Line < 1 {
		return fault.New("agents.breakpoint", fault.Invalid, "file and line say where it is set; lines begin at 1")
	}
	d.mu.Lock()
	full := len(d.points) >= mostBreakpoints
	d.mu.Unlock()
	if full {
		return fault.New("agents.breakpoint", fault.Invalid, fmt.Sprintf("there are %d breakpoints already", mostBreakpoints)).
			WithHint("remove those that you do not need")
	}
	client, err := d.attached(ctx)
	if err != nil {
		return err
	}
	path := d.path(a.File)
	id, at, err := client.Set(debugger.Breakpoint{Path: path, Line: a.Line - 1, Condition: condition(a)})
	if err != nil {
		return err
	}
	p := &point{Point{File: d.name(path), Line: a.Line, Condition: a.Condition, Log: a.Log, At: []int{}}, id}
	for _, l := range at {
		p.At = append(p.At, l.Line+1)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.points = append(d.points, p)
	return nil
}

// condition returns the expression of a breakpoint. A message is logged by one that is false.
func condition(a Action) string {
	if a.Log == "" {
		return a.Condition
	}
	var parts []string
	for rest := a.Log; rest != ""; {
		text, after, open := strings.Cut(rest, "{")
		if text != "" {
			parts = append(parts, fmt.Sprintf("%q", text))
		}
		expression, more, closed := strings.Cut(after, "}")
		if open && closed {
			parts = append(parts, "("+expression+")")
		}
		rest = more
	}
	log := "(console.log(" + strings.Join(parts, ", ") + "), false)"
	if a.Condition != "" {
		return "(" + a.Condition + ") && " + log
	}
	return log
}

// remove takes back those of a line, of a file, or all; without any, the desk leaves the debugger.
func (d *Desk) remove(a Action) error {
	d.mu.Lock()
	client := d.client
	var gone []*point
	name := d.name(d.path(a.File))
	d.points = slices.DeleteFunc(d.points, func(p *point) bool {
		matches := (a.File == "" || p.File == name) && (a.Line == 0 || p.Line == a.Line)
		if matches {
			gone = append(gone, p)
		}
		return matches
	})
	left := len(d.points)
	d.mu.Unlock()
	if len(gone) == 0 {
		return fault.New("agents.breakpoint", fault.NotFound, "there is no such breakpoint").WithHint("action list has all")
	}
	if left == 0 {
		d.Close()
		return nil
	}
	for _, p := range gone {
		client.Unset(p.id)
	}
	return nil
}
