package engine_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/fault"
)

// prompt is a session with a small application.
type prompt struct {
	*engine.Session
	line int
}

func newPrompt(t *testing.T) *prompt {
	t.Helper()
	o := optionsFor(t, map[string]string{
		"users/user-service.ts": `
import { Service } from "fwrun";
export class User { constructor(public id: number, public name: string) {} }
export const limit = 5;
@Service export class UserService {
  find(id: number) {
    if (id > limit) throw new RangeError("no user " + id);
    return new User(id, "u" + id);
  }
  async later() { await later(1); return this.find(9); }
}`,
		"b.ts": `export class User {}; export const hello = () => "hello"; export default class Main {}; export let count = 0; ` +
			`export const more = () => ++count;`,
		"clash.js": `import { Service } from "fwrun"; @Service("Store") export class Shop {}`,
	})
	o.Pool.Attended = true
	session, err := boot(t, o).NewSession(t.Context(), engine.Look{})
	if err != nil {
		t.Fatal(err)
	}
	return &prompt{session, 1}
}

// enter evaluates an input and describes the outcome in one line.
func (p *prompt) enter(ctx context.Context, text string) string {
	answer, err := p.Evaluate(ctx, p.line, text)
	p.line += strings.Count(text, "\n") + 1
	lost := ""
	if answer.Lost {
		lost = "lost, "
	}
	if script, ok := errors.AsType[*engine.ScriptError](err); ok {
		return lost + "throws " + script.Error() + " " + strings.TrimSpace(script.Stack())
	}
	if list, ok := errors.AsType[fault.List](err); ok {
		return lost + list.Error() + ": " + list[0].Hint
	}
	switch {
	case err != nil:
		return lost + err.Error()
	case !answer.IsValue:
		return lost + "nothing"
	case answer.Undefined:
		return lost + "undefined"
	}
	return lost + answer.Text
}

func (p *prompt) run(t *testing.T, inputs [][2]string) {
	t.Helper()
	for _, input := range inputs {
		got := p.enter(t.Context(), input[0])
		if beginning, open := strings.CutSuffix(input[1], "…"); got != input[1] && !(open && strings.HasPrefix(got, beginning)) {
			t.Errorf("%s\n got %s\nwant %s", input[0], got, input[1])
		}
	}
}

func TestSessionHasTheApplicationAtHand(t *testing.T) {
	newPrompt(t).run(t, [][2]string{
		{"userService.find(1)", `{"id":1,"name":"u1"}`},
		{"new UserService() !== userService", "true"},
		{"limit", "throws ReferenceError: limit is not defined at repl:3:1"},
		{"hello()", `"hello"`},
		{"Main.name", `"Main"`},
		{"new User().id === undefined", "true"}, // from b.ts, the first file
		{"[mainStore.name, spareStore.name]", `["mainStore","spareStore"]`},
		{"store === mainStore", "true"}, // the primary bean, by the name of its class
		{"HttpStatus", `{"CONFLICT":409}`},
		{"typeof Store", `"object"`}, // the bean, not the class of "fwrun"
		{"typeof Service", `"function"`},
	})
}

func TestSessionTellsWhichNameWins(t *testing.T) {
	got := strings.Join(newPrompt(t).Notes(), "\n")
	want := "Store is the bean Store, not the export of \"fwrun\"\nUser is the export of b.ts, not the export of users/user-service.ts"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSessionRemembers(t *testing.T) {
	newPrompt(t).run(t, [][2]string{
		{"const x = await later(20)", "nothing"},
		{"x + 1", "21"},
		{"_", "21"},
		{"_ * 2", "42"},
		{"_ + _", "84"},
		{"x = 1", "throws TypeError: Cannot assign to read only property 'x' at repl:6:1"},
		{"_error.name", `"TypeError"`},
		{"const x = 2; x", "2"},
		{"y = x", "2"},
		{"let [a, b] = [y, 3]; b", "3"},
		{"Promise.resolve(a + b)", "5"},
		{"const _ = 'mine'", "nothing"},
		{"1", "1"},
		{"_", `"mine"`},
		{"globalThis.x === undefined", "true"},
		{"undefined", "undefined"},
		{"const late = await Promise.reject(new Error('no'))", "throws Error: no at repl:17:35"},
		{"late", "undefined"},
	})
}

func TestSessionErrorsHavePlaces(t *testing.T) {
	p := newPrompt(t)
	p.run(t, [][2]string{
		{"userService.find(7)", "throws RangeError: no user 7 at find (users/user-service.ts:7:27)\n    at repl:1:13"},
		{"\nawait userService.later()", "throws RangeError: no user 9 at find (users/user-service.ts:7:27)\n    at later " +
			"(users/user-service.ts:10:47)\n    at repl:3:19"},
		{"throw 5", "throws 5 "},
		{"f(", "the input is not complete"},
		{"1 1", `repl:6:3: Expected ";" but found "1": something is missing just before the caret: a comma, an operator, ` +
			`a closing bracket or a closing quote`},
	})
	_, err := p.Evaluate(t.Context(), 20, "const user = null\nuser.name")
	script, ok := errors.AsType[*engine.ScriptError](err)
	if !ok || script.Excerpt() != "user.name\n    ^" && script.Excerpt() != "user.name\n     ^" {
		t.Errorf("got %v, %q", err, script.Excerpt())
	}
	if !strings.Contains(script.Hint(), "user") {
		t.Errorf("the hint is %q", script.Hint())
	}
}

func TestSessionImports(t *testing.T) {
	newPrompt(t).run(t, [][2]string{
		{`import { limit, User as Person } from "./users/user-service.js"`, "nothing"},
		{"[limit, Person.name]", `[5,"User"]`},
		{`import * as b from "./b"; b.hello()`, `"hello"`},
		{`import main, { hello as h } from './b.ts'; main.name + h()`, `"Mainhello"`},
		{`import { Store as Shelf } from "fwrun"; new Shelf("x").name`, `"x"`},
		{`(await import("./users/user-service.js")).limit + (await import("fwrun")).HttpStatus.CONFLICT`, "414"},
		{`import("./b.js").then((b) => b.hello())`, `"hello"`},
		{`await import("./nix.js").catch((e) => e.message)`, `"the application has no file \"./nix.js\"; at the prompt, ` +
			`paths are relative to the application's folder"`},
		{`import { limt } from "./users/user-service.js"`, `repl:9:10: "./users/user-service.js" has no export "limt": did you mean limit?`},
		{`import "./users/user-servce.js"`, `repl:10:1: the application has no file "./users/user-servce.js": did you mean "./users/user-service.ts"?`},
		{`import("./b.js").then((b) => b.more() + b.count)`, "2"},
		{`import _ from "lodash"`, `repl:12:8: "lodash" cannot be imported at the prompt: import a file of the application, ` +
			`such as "./users/user.js", or "fwrun"`},
	})
}

func TestSessionGoesOnAfterAnInterrupt(t *testing.T) {
	p := newPrompt(t)
	p.run(t, [][2]string{{"let n = 0; const c = {n: 1}", "nothing"}})
	for text, want := range map[string]string{
		"for (;;) n++":                                "throws interrupted at repl:",
		"await later(1); for (;;) n++":                "enough",
		"await null; for (;;) n++":                    "throws interrupted at repl:",
		"await new Promise(() => {})":                 "enough",
		"try { for (;;); } finally { n = 'never' }":   "throws interrupted",
		"var get = () => { for (;;); }; [1].map(get)": "throws interrupted at get (repl:",
	} {
		got := ""
		for after := 30 * time.Millisecond; !strings.HasPrefix(got, want) && after < 10*time.Second; after *= 4 { // it may not have begun yet
			ctx, cancel := context.WithTimeoutCause(t.Context(), after, errors.New("enough"))
			got = p.enter(ctx, text)
			cancel()
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s\n got %s\nwant %s…", text, got, want)
		}
		if got := p.enter(t.Context(), "[n > 0, c.n, await later(2)]"); got != "[true,1,2]" && got != "[false,1,2]" {
			t.Errorf("after %s: got %s", text, got)
		}
	}
}

func TestSessionTellsThatItIsLost(t *testing.T) {
	o := optionsFor(t, map[string]string{"a.js": "export const a = 1;"})
	o.Pool.Attended, o.Pool.MemoryLimit = true, 64<<20
	session, err := boot(t, o).NewSession(t.Context(), engine.Look{})
	if err != nil {
		t.Fatal(err)
	}
	(&prompt{session, 1}).run(t, [][2]string{
		{"const kept = []; let n = 1", "nothing"},
		{"for (;;) kept.push({n, text: 'x' + n++})", "throws the script used too much memory at repl:2:…"},
		{"typeof kept", "lost, \"undefined\""},
		{"typeof n", "\"undefined\""},
	})
}

func TestSessionCompletes(t *testing.T) {
	p := newPrompt(t)
	p.run(t, [][2]string{{"const mine = {alpha: 1, alto: {deep: 2}, get trap() { throw 1 }}", "nothing"}})
	for line, want := range map[string]string{
		"userSer":             "userService",
		"await userService.f": "find",
		"userService.":        "find later",
		"mine.al":             "alpha alto",
		"mine.alto.":          "deep",
		"mine.trap.":          "",
		"Main.":               "apply arguments bind call caller length name prototype toString",
		"nobody.":             "",
		"mainStore.name.toUp": "toUpperCase",
		"UserS":               "UserService",
		"f().x":               "",
	} {
		from, names := p.Complete(t.Context(), line)
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
		if len(names) > 0 && !strings.HasPrefix(names[0], line[len(line)-from:]) {
			t.Errorf("%s: %q is not from %d on", line, names[0], from)
		}
	}
	if _, names := p.Complete(t.Context(), ""); !slices.Contains(names, "Math") || !slices.Contains(names, "mine") {
		t.Errorf("at hand are %q", names)
	}
}
