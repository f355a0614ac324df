package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/jsonschema"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/jsontext"
	"github.com/fwrun/fwrun/platform/limit"
	"github.com/fwrun/fwrun/platform/trace"
)

// The outcomes of calls.
const (
	outcomeOK       = "ok"
	outcomeTool     = "tool_error"
	outcomeDenied   = "denied"
	outcomeInternal = "internal"
)

// call is one call of a tool, on its way to its result.
type call struct {
	*rpcRequest
	tool      *tool
	arguments string // a JSON object
	began     time.Time
	trace     trace.Trace // of its work; the zero value if it is not recorded

	context engine.Value // the McpToolContext of scripts; nil until they are given it
	thrown  engine.Value // the error for afterCall; nil if there is none
	outcome string       // empty until the call has ended
	result  []byte       // of the JSON-RPC answer
}

// callTool answers tools/call. To a caller that may not see a tool, the tool is unknown.
func (r *rpcRequest) callTool() ([]byte, error) {
	name := r.param("name")
	if name.Type != gjson.String {
		return nil, invalidParams("name is required")
	}
	arguments := r.arguments()
	if arguments.Exists() && arguments.Type != gjson.Null && !arguments.IsObject() {
		return nil, invalidParams("arguments must be an object")
	}
	one := r.byName[name.Str]
	isSeen := one != nil && r.offers(one)
	if isSeen {
		var err error
		if isSeen, err = sees(r, engine.IsVisible, one); err != nil {
			return nil, err
		}
	}
	if !isSeen {
		return nil, invalidParams("Unknown tool: %s", fault.Shortened(name.Str, longestShown))
	}
	r.operation.Tool = one.Name
	if bad := r.protocol.repeats(r, one); bad != nil {
		return nil, bad
	}
	c := &call{rpcRequest: r, tool: one, arguments: "{}", began: time.Now()}
	if arguments.IsObject() {
		c.arguments = wholeNumbers(arguments.Raw)
	}
	c.run()
	return c.result, nil
}

// arguments returns those of a call. With the setting they may be written in a text.
func (r *rpcRequest) arguments() gjson.Result {
	given := r.param("arguments")
	if given.Type == gjson.String && r.settings.ParseTexts && schema.CheckJSON([]byte(given.Str), r.settings.limits()) == nil {
		return gjson.Parse(given.Str)
	}
	return given
}

// longestShown is how many bytes of a client's text a message shows.
const longestShown = 128

// run runs the call through its stages. afterCall is called after every outcome.
func (c *call) run() {
	c.record()
	defer c.endSpan()
	switch {
	case !c.permits(c.tool.demands):
		c.scopes = c.lacks(c.tool.demands)
		c.fail(outcomeDenied, textDenied)
	case !c.fits():
	case c.tool.REST != nil:
		if c.mayCall() && c.isInRate() {
			c.dispatch()
		}
	default:
		c.callService()
	}
	c.after()
	took := time.Since(c.began)
	if c.outcome != outcomeOK {
		c.operation.Failure = "tool_error" // as OpenTelemetry calls every result that is an error
	}
	c.settings.Log.LogAttrs(c.Context(c.Alive()), slog.LevelInfo, "a tool was called",
		slog.String("tool", c.tool.Name), slog.String("outcome", c.outcome), slog.Duration("duration", took))
	if c.settings.Observe != nil {
		c.settings.Observe(c.tool.Name, c.outcome, took)
	}
	if c.settings.Called != nil {
		c.settings.Called(c.Context(c.Alive()), ToolCall{c.tool.Name, c.arguments, c.result, c.outcome, c.began, took})
	}
}

// fits reports whether the arguments match the schema.
func (c *call) fits() bool {
	problems := c.problems()
	if problems != nil && c.mend() {
		problems = c.problems()
	}
	if problems == nil {
		return true
	}
	c.fail(outcomeTool, linesOf(problems, "arguments"))
	return false
}

func (c *call) problems() []jsonschema.Problem {
	return append(c.tool.input.Check(gjson.Parse(c.arguments)), c.unknown()...)
}

// mend reads arguments that do not fit as the agent has meant them, and reports whether that changes them.
func (c *call) mend() bool {
	text := c.tool.input.Mended(c.arguments, c.settings.ParseTexts)
	if text == c.arguments || schema.CheckJSON([]byte(text), c.settings.limits()) != nil {
		return false
	}
	c.arguments = wholeNumbers(text)
	return true
}

// unknown returns a problem if there is an argument that the tool does not have, where a schema written by hand does
// not refuse it.
func (c *call) unknown() (problems []jsonschema.Problem) {
	if c.tool.closed {
		return nil
	}
	gjson.Parse(c.arguments).ForEach(func(key, _ gjson.Result) bool {
		if _, is := c.tool.places[key.Str]; !is {
			problems = append(problems, jsonschema.Problem{Text: "unknown property " + schema.QuoteKey(key.Str)})
		}
		return len(problems) == 0
	})
	return problems
}

// isInRate counts a permitted call, and reports whether it is within the tool's rate limit.
func (c *call) isInRate() bool {
	now := clock.Or(c.settings.Clock).At()
	if c.tool.limiter == nil || c.tool.limiter.allow(now) {
		return true
	}
	calls := "calls"
	if c.tool.Limit == 1 {
		calls = "call"
	}
	c.fail(outcomeTool, fmt.Sprintf("called too often: at most %d %s in %s; try again in %s",
		c.tool.Limit, calls, spoken(c.tool.Per), spoken(c.tool.limiter.wait(now))))
	return false
}

// spoken formats a duration without trailing zero units: 1m, not 1m0s.
func spoken(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// linesOf renders problems, one in each line.
func linesOf(problems []jsonschema.Problem, root string) string {
	lines := make([]string, len(problems))
	for i, p := range problems {
		lines[i] = p.Render(root)
	}
	return strings.Join(lines, "\n")
}

// limited returns the context of the call, with the timeout of the tool or the settings, if there is one.
func (c *call) limited() (context.Context, context.CancelFunc) {
	if timeout := c.timeout(); timeout > 0 {
		return limit.Within(c.Alive(), timeout, nil)
	}
	return c.Alive(), func() {}
}

func (c *call) timeout() time.Duration {
	if c.tool.Timeout > 0 {
		return c.tool.Timeout
	}
	return c.settings.ToolTimeout
}

// mayCall calls beforeCall of every interceptor, for a call that is not made on this VM.
func (c *call) mayCall() bool {
	if !c.hooked[engine.BeforeCall] {
		return true
	}
	ctx, cancel := c.limited()
	defer cancel()
	if err := c.Run(ctx, &calling{call: c}); err != nil {
		c.failWith(ctx, err)
	}
	return c.outcome == ""
}

// callService calls the method of a bean, after beforeCall of every interceptor.
func (c *call) callService() {
	ctx, cancel := c.limited()
	defer cancel()
	if err := c.Run(ctx, &calling{call: c, invokes: true}); err != nil {
		c.failWith(ctx, err)
	}
}

// after calls afterCall of the interceptors. An error in it changes nothing.
func (c *call) after() {
	if !c.hooked[engine.AfterCall] {
		return
	}
	if err := c.Run(c.Alive(), &telling{call: c}); err != nil {
		c.logFailure("afterCall failed", err, slog.String("tool", c.tool.Name))
	}
}

// failWith decides what the agent sees of an error.
func (c *call) failWith(ctx context.Context, err error) {
	if c.outcome != "" {
		return
	}
	thrown, isThrown := errors.AsType[*engine.ScriptError](err)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		c.timedOut()
	case isThrown && (thrown.Status == 401 || thrown.Status == 403):
		c.fail(outcomeDenied, textDenied)
	case isThrown && thrown.Status >= 400 && thrown.Status < 500:
		c.fail(outcomeTool, thrown.Detail())
	default:
		c.logFailure("a tool failed", err, slog.String("tool", c.tool.Name))
		c.fail(outcomeInternal, textInternal)
	}
}

func (c *call) timedOut() {
	c.fail(outcomeTool, fmt.Sprintf("took longer than %s and was canceled", spoken(c.timeout())))
}

// The texts that hide the details of an error from an agent.
const (
	textDenied   = "not permitted"
	textInternal = "internal error"
)

// fail ends the call with an error that the agent can read.
func (c *call) fail(outcome, text string) {
	c.outcome = outcome
	dst := append(c.result[:0], `{"content":[{"type":"text","text":`...)
	dst = jsontext.AppendString(dst, text)
	dst = append(dst, `}],"isError":true`...)
	dst = append(dst, c.protocol.callTail()...)
	c.result = append(dst, '}')
}
