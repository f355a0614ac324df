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
	At        []int  `json:"at"` // the lines where it stops: the next ones with a statement; none if a reload has left none
}

// Points are all of them.
type Points struct {
	Breakpoints []Point `json:"breakpoints"`
}

type point struct {
	Point
	id string
}

// shown returns what an answer has of a breakpoint, so that all of them fit.
func (p *point) shown() Point {
	const most = 400
	shown := p.Point
	shown.File, shown.Condition, shown.Log = bounded(p.File, most), bounded(p.Condition, most), bounded(p.Log, most)
	shown.At = slices.Clone(p.At)
	return shown
}

// Breakpoint sets, removes or lists breakpoints. The answer has all that there are then.
func (d *Desk) Breakpoint(ctx context.Context, a Action) (any, error) {
	d.changing.Lock()
	defer d.changing.Unlock()
	d.asked()
	var err error
	switch a.Action {
	case "set":
		err = d.set(ctx, a)
	case "remove":
		err = d.remove(a)
	case "list":
	default:
		err = fault.New("agents.breakpoint", fault.Invalid, fmt.Sprintf("action is set, remove or list, and not %q", bounded(a.Action, 40)))
	}
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	all := Points{Breakpoints: []Point{}}
	for _, p := range d.points {
		all.Breakpoints = append(all.Breakpoints, p.shown())
	}
	return all, nil
}

// set sets a breakpoint. One that is there already, in the same line, is replaced.
func (d *Desk) set(ctx context.Context, a Action) error {
	if a.File == "" || a.Line < 1 {
		return fault.New("agents.breakpoint", fault.Invalid, "file and line say where it is set; lines begin at 1")
	}
	path, err := d.file(a.File)
	if err != nil {
		return err
	}
	name := d.name(path)
	old := d.find(name, a.Line)
	if old == nil && d.count() >= mostBreakpoints {
		return fault.New("agents.breakpoint", fault.Invalid, fmt.Sprintf("there are %d breakpoints already", mostBreakpoints)).
			WithHint("remove those that you do not need: action remove, with file and line, or without them for all")
	}
	client, err := d.attached(ctx)
	if err != nil {
		return err
	}
	p := &point{Point: Point{File: name, Line: a.Line, Condition: a.Condition, Log: a.Log}}
	if err = p.set(ctx, client, path); err != nil {
		d.leave()
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if old != nil {
		client.Unset(old.id)
		d.points[slices.Index(d.points, old)] = p
		return nil
	}
	d.points = append(d.points, p)
	return nil
}

func (d *Desk) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.points)
}

func (d *Desk) find(name string, line int) *point {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range d.points {
		if p.File == name && p.Line == line {
			return p
		}
	}
	return nil
}

// set sets the breakpoint, if it can stop anything.
func (p *point) set(ctx context.Context, client debugger.Client, path string) error {
	scripts := client.Scripts()
	i := slices.IndexFunc(scripts, func(s *debugger.Script) bool { return s.Path == path })
	if i < 0 {
		return fault.New("agents.breakpoint", fault.NotFound, fmt.Sprintf("%s is not part of the running application", p.File)).
			WithHint("it is a test, or nothing that is served imports it: the tool test runs tests")
	}
	script := scripts[i]
	if lines := strings.Count(strings.TrimSuffix(script.Text, "\n"), "\n") + 1; p.Line > lines {
		return fault.New("agents.breakpoint", fault.Invalid, fmt.Sprintf("%s has no line %d", p.File, p.Line)).
			WithHint(fmt.Sprintf("its last line is %d", lines))
	}
	if err := isExpression(ctx, client, "the condition", p.Condition); err != nil {
		return err
	}
	condition, expressions := logging(p.Condition, p.Log)
	for _, e := range expressions {
		if err := isExpression(ctx, client, "what the log has in braces", e); err != nil {
			return err
		}
	}
	id, at, err := client.Set(debugger.Breakpoint{Path: path, Line: p.Line - 1, Condition: condition})
	if err != nil {
		return err
	}
	if len(at) == 0 {
		client.Unset(id)
		wrong := fault.New("agents.breakpoint", fault.Invalid, fmt.Sprintf("%s has no statement in line %d, or below it", p.File, p.Line))
		if stops := script.Stops; len(stops) > 0 {
			return wrong.WithHint(fmt.Sprintf("the last one is in line %d", stops[len(stops)-1].Line+1))
		}
		return wrong
	}
	p.id = id
	p.resolve(at...)
	return nil
}

// resolve notes where the breakpoint stops.
func (p *point) resolve(at ...debugger.Location) {
	for _, l := range at {
		if !slices.Contains(p.At, l.Line+1) {
			p.At = append(p.At, l.Line+1)
		}
	}
}

// isExpression returns an error for a text that is no expression. When no worker can be asked it lets the text pass: one that cannot be
// evaluated stops nothing.
func isExpression(ctx context.Context, client debugger.Client, what, text string) error {
	if text == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	var wrong *debugger.Thrown
	if err := client.On(ctx, "", func(o debugger.Objects) { wrong = o.Check("!!(" + text + "\n)") }); err != nil || wrong == nil {
		return nil
	}
	return fault.New("agents.breakpoint", fault.Invalid, fmt.Sprintf("%s is no expression: %s", what, bounded(why(wrong), 500))).
		WithHint("write one as in the source, such as id === 7")
}

// logging returns the condition of a breakpoint, and the expressions of its message: that is logged by a condition that is false.
func logging(condition, log string) (text string, expressions []string) {
	if log == "" {
		return condition, nil
	}
	var format strings.Builder
	values := ""
	for rest := log; rest != ""; {
		before, after, open := strings.Cut(rest, "{")
		expression, more, closed := strings.Cut(after, "}")
		if !open || !closed || strings.TrimSpace(expression) == "" {
			before, more = rest, ""
		} else {
			values += ", (" + expression + "\n)"
			expressions = append(expressions, expression)
		}
		format.WriteString(strings.ReplaceAll(before, "%", "%%"))
		if len(before) < len(rest) {
			format.WriteString("%O")
		}
		rest = more
	}
	logged := "(console.log(" + quoted(format.String()) + values + "), false)"
	if condition != "" {
		return "(" + condition + "\n) && " + logged, expressions
	}
	return logged, expressions
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
	d.mu.Unlock()
	if len(gone) == 0 {
		return fault.New("agents.breakpoint", fault.NotFound, "there is no such breakpoint").WithHint("action list has all")
	}
	for _, p := range gone {
		client.Unset(p.id)
	}
	d.leave()
	return nil
}
