package breakpoints

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// kind is a kind of place: what is seen there, and what a change there makes of the answer.
type kind struct {
	mark     string
	trigger  string // a request, or reload
	function string
	work     string
	locals   string // of the function, by name
	this     string // empty for undefined
	evaluate string // expressions and their values, each behind a blank and a sign
	set      string // a variable, and its value as JSON
	answer   string
}

var kinds = []kind{
	{
		mark: "controller", function: "UserController.find", work: "GET /users/{id}", this: "UserController", trigger: "GET /users/7",
		locals:   `found="Ann" id=7`,
		evaluate: `grow(id) => 70; units.scale(2) => 20; this.#prefix => "user"; this.#prefix + found => "userAnn"; visits => 1`,
		set:      `found "Bob"`, answer: "user Bob 70 10",
	},
	{
		mark: "service", function: "UserService.find", work: "GET /users/{id}", this: "UserService", trigger: "GET /users/8",
		locals: `id=8 name="Ben"`, evaluate: `this.#names[7] => "Ann"; total => 10; typeof Watching => "function"`,
		set: `name "Bob"`, answer: "user Bob 80 10",
	},
	{
		mark: "aspect", function: "Watching.around", work: "GET /users/{id}", this: "Watching", trigger: "GET /users/8",
		locals: `call=Object method="UserService.find"`, evaluate: `call.args[0] => 8`, set: `method "m"`, answer: "user Ben 80 10",
	},
	{
		mark: "interceptor", function: "Trail.preHandle", work: "GET /users/{id}", this: "Trail", trigger: "GET /users/8",
		locals: `request=HttpRequest response=ResponseEntity uri="/users/8"`, evaluate: `request.getMethod() + uri => "GET/users/8"`,
		set: `uri "/x"`, answer: "user Ben 80 10",
	},
	{
		mark: "getter", function: "UserController.title", work: "GET /users/{id}/title", this: "UserController",
		trigger: "GET /users/8/title", locals: `text="the user"`,
		evaluate: `this.#prefix => "user"; this.#hidden("x") => "userx"; grow(1) => 10`, set: `text "a "`, answer: "a users8",
	},
	{
		mark: "private", function: "UserController.#hidden", work: "GET /users/{id}/title", this: "UserController",
		trigger: "GET /users/8/title", locals: `made="users" text="s"`,
		evaluate: `this.#prefix => "user"; this.title => "the user"; this.#hidden("x") => "userx"`,
		set:      `made "m"`, answer: "the userm8",
	},
	{
		mark: "several", function: "UserController.count", work: "GET /users/{id}/count", this: "UserController",
		trigger: "GET /users/8/count", locals: `id=8`, evaluate: `id + this.service.count(1) => 19`, set: `id 10`, answer: "40",
	},
	{
		mark: "renamed", function: "scale", work: "GET /users/{id}", trigger: "GET /users/8", locals: `n=8 total=80`,
		evaluate: `total + factor => 90; early(1) => 4`, set: `total 5`, answer: "user Ben 5 10",
	},
	{
		mark: "top", trigger: "reload",
		evaluate: `total => 3; factor => ! ReferenceError: Cannot access 'factor' before initialization`,
	},
	{
		mark: "static-block", function: "Shape", this: "class _Shape {", trigger: "reload", locals: `Shape=function doubled=8`,
		evaluate: `this.sides + factor => 14`, set: `doubled 10`,
	},
	{
		mark: "field", function: "Shape.name", this: "_Shape", trigger: "reload", locals: `Shape=function`,
		evaluate: `Shape.sides => 8; factor => 10`,
	},
	{
		mark: "js", function: "plain", work: "GET /js", trigger: "GET /js", locals: `plain=function total=8`,
		evaluate: `twice(total) => 16`, set: `total 1`, answer: "js 1",
	},
	{
		mark: "mjs", function: "half", work: "GET /mjs", trigger: "GET /mjs", locals: `n=8 part=4`, evaluate: `total => 2`,
		set: `part 1`, answer: "mjs 1",
	},
	{
		mark: "package", function: "twice", work: "GET /js", trigger: "GET /js", locals: `x=4`, evaluate: `twice(x) => 8`,
		set: `x 5`, answer: "js 10",
	},
	{
		mark: "arrow", work: "GET /arrow", trigger: "GET /arrow", evaluate: `twice(total) => 200`, answer: "100,200",
	},
	{
		mark: "arrow-body", work: "GET /arrows", trigger: "GET /arrows", locals: `one=1`, evaluate: `one + total => 101`,
		set: `one 7`, answer: "107,102",
	},
	{
		mark: "generator", function: "numbers", work: "GET /generator", trigger: "GET /generator", locals: `i=1 most=2 square=1`,
		evaluate: `i + half(most) => 2`, set: `square 9`, answer: "9,4",
	},
	{
		mark: "async-generator", function: "letters", work: "GET /for-await", trigger: "GET /for-await",
		locals: `letter="a" word="ab"`, evaluate: `word[1] => "b"`, set: `letter "c"`, answer: "cb",
	},
	{
		mark: "for-await", work: "GET /for-await", trigger: "GET /for-await", locals: `all="" letter="a"`,
		evaluate: `all + letter + total => "a100"`, set: `letter "d"`, answer: "db",
	},
	{
		mark: "finally", work: "GET /finally", trigger: "GET /finally", locals: `state="open"`, evaluate: `half(4) => 2`,
		set: `state "x"`, answer: "open!",
	},
	{
		mark: "static-block-local", function: "Made", work: "GET /made", this: "class {", trigger: "GET /made", locals: `base=2`,
		evaluate: `this.sides => 2`, set: `base 10`, answer: "16",
	},
	{
		mark: "field-local", function: "Made.value", work: "GET /made", this: "Made", trigger: "GET /made",
		locals: `Made=function base=2`, evaluate: `this.value => undefined; Made.sides => 3`, set: `base 10`, answer: "16",
	},
	{
		mark: "listener", function: "Jobs.listen", work: "queue jobs", this: "Jobs", trigger: "POST /jobs {}",
		locals: `job=Object text="sweep"`, evaluate: `job.text => "sweep"`, set: `text "t"`, answer: "sent",
	},
	{
		mark: "schedule", function: "Jobs.tidy", work: "schedule Jobs.tidy", this: "Jobs", locals: `removed=3`,
		evaluate: `twice(removed) => 6`, set: `removed 4`,
	},
	{
		mark: "tool", function: "Jobs.add", work: "tool jobs_add", this: "Jobs",
		trigger: `POST /mcp {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"jobs_add","arguments":{"a":1}}}`,
		locals:  `a=1 sum=101`, evaluate: `twice(sum) => 202`,
		set: `sum 5`, answer: `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"5"}]}}`,
	},
}

// TestPlaces: a breakpoint at each kind of place stops at the line that was clicked, with the variables of the source.
func TestPlaces(t *testing.T) {
	a, c := serve(t, "places.txtar")
	for _, k := range kinds {
		t.Run(k.mark, func(t *testing.T) {
			a.t, c.t = t, t
			k.check(t, a, c)
		})
	}
}

func (k *kind) check(t *testing.T, a *application, c *client) {
	at := a.marks[k.mark]
	id, resolved := c.breakAt(a, at.file, at.line, 0, "")
	defer c.goOn(id)
	if line, _, _ := strings.Cut(resolved, ":"); line != fmt.Sprint(at.line) {
		t.Errorf("line %d of %s resolves to %s", at.line, at.file, resolved)
	}
	var answer <-chan string
	switch k.trigger {
	case "": // it is called by itself
	case "reload":
		a.reload()
	default:
		answer = a.do(k.trigger)
	}
	p := c.paused()
	if want := fmt.Sprintf("%s:%d %s", at.file, at.line, k.function); p.at() != want || p.work() != k.work || !slices.Equal(p.Hit, []string{id}) {
		t.Errorf("it is paused at %s for %q by %q, want %s for %q", p.at(), p.work(), p.Hit, want, k.work)
	}
	if got := written(p.locals()); got != k.locals {
		t.Errorf("the variables are %s, want %s", got, k.locals)
	}
	if got := firstLine(p.Frames[0].This.Description); got != k.this {
		t.Errorf("this is %q, want %q", got, k.this)
	}
	for pair := range strings.SplitSeq(k.evaluate, "; ") {
		if expression, want, _ := strings.Cut(pair, " => "); expression != "" && p.evaluate(expression) != want {
			t.Errorf("%s is %s, want %s", expression, p.evaluate(expression), want)
		}
	}
	if name, value, _ := strings.Cut(k.set, " "); name != "" {
		p.set(name, value)
	}
	c.goOn(id)
	if k.trigger == "reload" {
		if line, err := a.app.NextReload(); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if answer != nil {
		if got := receive(t, answer); got != k.answer {
			t.Errorf("the answer is %q, want %q", got, k.answer)
		}
	}
}

// written writes variables by their names.
func written(variables map[string]string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		list = append(list, name+"="+variables[name])
	}
	return strings.Join(list, " ")
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
