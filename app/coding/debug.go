package coding

import (
	"context"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/debugger/agents"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/devtools/toolbox"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

const (
	breakpointInput = `{"type":"object","required":["action"],"properties":{
"action":{"enum":["set","remove","list"]},
"file":{"type":"string","description":"relative to the application"},
"line":{"type":"integer","minimum":1},
"condition":{"type":"string","description":"such as id === 7"},
"log":{"type":"string","description":"log this message with {expressions}, and do not pause"}
},"additionalProperties":false}`
	waitInput = `{"type":"object","properties":{
"seconds":{"type":"number","minimum":0,"maximum":60,"default":30}
},"additionalProperties":false}`
	localsInput = `{"type":"object","properties":{
"frame":{"type":"integer","minimum":0,"default":0,"description":"0 is the innermost"},
"path":{"type":"string","description":"such as user.address or rows[0]"}
},"additionalProperties":false}`
	stepInput = `{"type":"object","required":["kind"],"properties":{
"kind":{"enum":["over","into","out","resume"]}
},"additionalProperties":false}`
	evaluateInput = `{"type":"object","required":["expression"],"properties":{
"expression":{"type":"string"},
"frame":{"type":"integer","minimum":0,"default":0}
},"additionalProperties":false}`
)

// standardWait is the default of debug_wait, in seconds.
const standardWait = 30

// debugTools are those of the debugger.
func (p *project) debugTools() []toolbox.Tool {
	return []toolbox.Tool{
		{
			Name: "debug_breakpoint", Title: "Breakpoints", Input: breakpointInput,
			Description: "Sets, removes or lists breakpoints: what reaches the line pauses there. The application is slower while there are any.",
			Call:        with(p.debugBreakpoint),
		},
		{
			Name: "debug_wait", Title: "Wait for a pause", Input: waitInput,
			Description: "Waits until something pauses: place, source, frames, variables. Send the request meanwhile. " +
				"A pause that nobody asks about for a minute resumes.",
			Call: with(p.debugWait),
		},
		{
			Name: "debug_locals", Title: "Variables", ReadOnly: true, Input: localsInput,
			Description: "The variables of a frame; with path, what that value has. Secrets are masked.",
			Call:        with(p.debugLocals),
		},
		{
			Name: "debug_step", Title: "Step", Input: stepInput,
			Description: "Goes on: over, into or out of a call, or resume. The answer is the next stop.",
			Call:        with(p.debugStep),
		},
		{
			Name: "debug_evaluate", Title: "Evaluate", Input: evaluateInput,
			Description: "Evaluates an expression in a frame, by the names of the source. It can change variables.",
			Call:        with(p.debugEvaluate),
		},
	}
}

// desks has the desk of an application, which is made when a tool first asks for it.
type desks struct {
	mu   sync.Mutex
	of   *app.App
	desk *agents.Desk
}

// debug calls a function with the desk of the running application.
func (p *project) debug(ctx context.Context, call func(d *agents.Desk) (any, error)) (any, error) {
	running, why := p.Running(ctx)
	if running == nil {
		return nil, notRunning(why)
	}
	desk := p.desks.at(running)
	if desk == nil {
		return nil, fault.New("coding.debug", fault.Unavailable, "the application cannot be debugged").
			WithHint("agents debug what fwrun mcp --dev starts, or fwrun serve in development")
	}
	return call(desk)
}

// mask hides secrets in the value of a variable: by its name, and in a text of JSON by the names in that.
func mask(of *stories.Recorder) func(name, text string) string {
	return func(name, text string) string {
		if text = config.Mask(name, text); of != nil && strings.ContainsAny(text, "{[") {
			return of.JSON([]byte(text), false)
		}
		return text
	}
}

func (d *desks) at(running *app.App) *agents.Desk {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.of != running {
		if d.desk != nil {
			d.desk.Close()
		}
		d.of, d.desk = running, nil
		if debugging := running.Debugging(); debugging != nil {
			d.desk = agents.New(agents.Options{Debugger: debugging.Debugger, Folder: debugging.Folder(), Mask: mask(running.Serving().Stories().Recorder())})
		}
	}
	return d.desk
}

func (p *project) debugBreakpoint(ctx context.Context, a agents.Action) (any, error) {
	return p.debug(ctx, func(d *agents.Desk) (any, error) { return d.Breakpoint(ctx, a) })
}

func (p *project) debugWait(ctx context.Context, a struct {
	Seconds *float64 `json:"seconds"`
},
) (any, error) {
	seconds := float64(standardWait)
	if a.Seconds != nil {
		seconds = *a.Seconds
	}
	return p.debug(ctx, func(d *agents.Desk) (any, error) { return d.Wait(ctx, seconds) })
}

func (p *project) debugLocals(ctx context.Context, a struct {
	Frame int    `json:"frame"`
	Path  string `json:"path"`
},
) (any, error) {
	return p.debug(ctx, func(d *agents.Desk) (any, error) { return d.Locals(ctx, a.Frame, a.Path) })
}

func (p *project) debugStep(ctx context.Context, a struct {
	Kind string `json:"kind"`
},
) (any, error) {
	return p.debug(ctx, func(d *agents.Desk) (any, error) { return d.Step(ctx, a.Kind) })
}

func (p *project) debugEvaluate(ctx context.Context, a struct {
	Expression string `json:"expression"`
	Frame      int    `json:"frame"`
},
) (any, error) {
	return p.debug(ctx, func(d *agents.Desk) (any, error) { return d.Evaluate(ctx, a.Expression, a.Frame) })
}
