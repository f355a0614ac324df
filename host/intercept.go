package host

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/fault"
)

// interception says for which paths an interceptor is called.
type interception struct {
	name               string
	place              fault.Place
	patterns, excludes []pathPattern
}

func newInterceptions(list []engine.Interception) []interception {
	out := make([]interception, len(list))
	for i, one := range list {
		out[i] = interception{one.Name, one.Place, newPathPatterns(one.Patterns), newPathPatterns(one.Excludes)}
	}
	return out
}

func (i *interception) matches(path string) bool {
	return (len(i.patterns) == 0 || anyMatches(i.patterns, path)) && !anyMatches(i.excludes, path)
}

// appendChain appends the indices of the interceptors for a canonical path.
func (t *table) appendChain(dst []int, path string) []int {
	for i := range t.interceptions {
		if t.interceptions[i].matches(path) {
			dst = append(dst, i)
		}
	}
	return dst
}

// pathPattern is a regular expression over canonical paths. Most only state a prefix, which is compared directly.
type pathPattern struct {
	prefix     string
	expression *regexp.Regexp // nil if the prefix is the whole expression
}

func newPathPatterns(list []*regexp.Regexp) []pathPattern {
	out := make([]pathPattern, len(list))
	for i, expression := range list {
		out[i].expression = expression
		if prefix, ok := literalPrefix(expression); ok {
			out[i] = pathPattern{prefix: prefix}
		}
	}
	return out
}

// literalPrefix returns the prefix that expressions such as "^/admin/" and "^/admin/.*" state. Canonical paths have no
// line breaks, which a dot would not match.
func literalPrefix(expression *regexp.Regexp) (prefix string, ok bool) {
	text := expression.String()
	tree, err := syntax.Parse(strings.TrimSuffix(text, ".*"), syntax.Perl)
	quotes := strings.Contains(text, `\Q`) // after it ".*" is literal text
	if err != nil || quotes || tree.Op != syntax.OpConcat || len(tree.Sub) != 2 {
		return "", false
	}
	begin, literal := tree.Sub[0], tree.Sub[1]
	if begin.Op != syntax.OpBeginText || literal.Op != syntax.OpLiteral || literal.Flags&syntax.FoldCase != 0 {
		return "", false
	}
	return string(literal.Rune), true
}

func anyMatches(patterns []pathPattern, path string) bool {
	for i := range patterns {
		p := &patterns[i]
		if p.expression == nil && strings.HasPrefix(path, p.prefix) || p.expression != nil && p.expression.MatchString(path) {
			return true
		}
	}
	return false
}

// intercept calls a hook of the interceptor at the current step, if it has the hook.
func (x *exchange) intercept(s *engine.Scope, hook engine.Hook) (engine.Value, error) {
	if !s.Intercepts(x.chain[x.step], hook) {
		return nil, nil
	}
	request, response, err := x.given.both(s, &x.req, &x.body)
	if err != nil {
		return nil, err
	}
	x.given.hooked = [3]engine.Value{request, response}
	if hook == engine.AfterCompletion {
		thrown := x.thrown
		if thrown == nil {
			thrown = s.Null()
		}
		if err := s.SetStatus(response, x.written()); err != nil {
			return nil, err
		}
		x.given.hooked[2] = thrown
		return s.Intercept(x.chain[x.step], hook, x.given.hooked[:]...)
	}
	return s.Intercept(x.chain[x.step], hook, x.given.hooked[:2]...)
}

// written returns the status that the client gets. While a stream is sent, the response is not the script's to read.
func (x *exchange) written() int {
	if x.stream != nil {
		return x.stream.answer.status
	}
	return x.req.ctx.Response.StatusCode()
}

// guard calls a hook of the controller, if it has hooks.
func (x *exchange) guard(s *engine.Scope, hook engine.Hook) (engine.Value, error) {
	if x.req.route == nil || !x.req.route.guarded {
		return nil, nil
	}
	request, response, err := x.given.both(s, &x.req, &x.body)
	if err != nil {
		return nil, err
	}
	return s.InterceptController(x.req.route.handler, hook, request, response, s.Plain(x.req.route.about))
}

// judge handles the result of a preHandle: true lets the request pass, false refuses it. Any other result is an error,
// and refuses it, too.
func (x *exchange) judge(s *engine.Scope, verdict engine.Value) error {
	pass, ok := s.BoolOf(verdict)
	if x.watch.follower != nil {
		x.watch.tellJudged(x.judging(), ok && pass)
	}
	switch {
	case !ok:
		return fmt.Errorf("preHandle of %s must return true, which lets the request pass, or false; it returned %s",
			x.judging(), s.Describe(verdict))
	case !pass:
		return x.turnAway(s)
	case x.stage == guarding:
		x.stage = calling
	default:
		x.step++
		x.passed = x.step
	}
	return nil
}

// judging returns the name of the interceptor or the controller whose preHandle was called.
func (x *exchange) judging() string {
	if x.stage == guarding {
		return x.req.route.name
	}
	return x.req.table.interceptions[x.chain[x.step]].name
}

// turnAway answers a refused request with what the interceptor has set of the response.
func (x *exchange) turnAway(s *engine.Scope) error {
	answer := x.given.read(s, &x.req, x.given.response)
	x.failure.denied = true
	if answer.status == 0 {
		answer.status = fasthttp.StatusForbidden
		if s.IsNothing(answer.body) && x.req.asksController() {
			x.keep(s)
			x.failure.problem, x.stage = &problem{status: answer.status, detail: fasthttp.StatusMessage(answer.status)}, failing
			return nil
		}
	}
	x.failure.kept = kept{} // the response is sent, so nothing is kept for another one
	if answer.status >= 400 && s.IsNothing(answer.body) {
		x.respond(&problem{status: answer.status, headers: answer.headers[0], cookies: answer.cookies[0]})
	} else if err := x.send(s, &answer); err != nil {
		return err
	}
	x.complete()
	return nil
}
