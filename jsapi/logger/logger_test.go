package logger_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/logger"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/platform/logging"
)

// newLogPage returns a page with the global `log`, the Logger of a bean, and the buffer that its lines are written to
// as JSON.
func newLogPage(t testing.TB, level slog.Level) (*realmtest.Page, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	log := logging.New(&out, logging.Settings{Root: level})
	p := realmtest.New(t, logger.Module(log.Logger))
	p.SetBean("log", "fwrun-logger", "shop.Orders")
	return p, &out
}

// line returns the one line that a script has logged: its level, its message, and its fields, sorted, as JSON.
func line(t *testing.T, out *bytes.Buffer) string {
	t.Helper()
	defer out.Reset()
	if out.Len() == 0 {
		return ""
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(out.Bytes(), &fields); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	var level, message, name string
	for key, into := range map[string]*string{"level": &level, "msg": &message, "logger": &name} {
		if err := json.Unmarshal(fields[key], into); err != nil {
			t.Fatal(err)
		}
		delete(fields, key)
	}
	delete(fields, "time")
	text := level + " " + name + ": " + message
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		text += " " + key + "=" + string(fields[key])
	}
	return text
}

func TestLogger(t *testing.T) {
	p, out := newLogPage(t, slog.LevelDebug-4)
	for script, want := range map[string]string{
		`log.trace("a")`: "TRACE shop.Orders: a",
		`log.debug("a")`: "DEBUG shop.Orders: a",
		`log.info("a", { n: 1, s: "x", b: true, f: 1.5, none: null, gone: undefined, big: 2n ** 70n })`: `INFO shop.Orders: a b=true ` +
			`big="1180591620717411303424" f=1.5 n=1 none=null s="x"`,
		`log.warn("a", { deep: { list: [1, [2], { x: 1 }, null, undefined] } })`: `WARN shop.Orders: a deep={"list":[1,[2],{"x":1},null,null]}`,
		`log.info("a", { at: new Date(0), never: new Date(NaN), url: new URL("https://example.com/a") })`: `INFO shop.Orders: ` +
			`a at="1970-01-01T00:00:00.000Z" never=null url="https://example.com/a"`,
		`log.info("a", { m: new Map([["x", 1]]), s: new Set([1, 2]), f() {}, y: Symbol("z"), o: {}, b: new Uint8Array([1]), r: /x/g, p: ` +
			`Promise.resolve(1), c: class A {} })`: `INFO shop.Orders: a b="Uint8Array(1) [ 1 ]" c="[class A]" f="[Function: f]" m={"x":1} o={} ` +
			`p="Promise { 1 }" r="/x/g" s=[1,2] y="Symbol(z)"`,
		`log.info("a", { time: 1, level: 2, msg: 3, logger: 4, request: 5, trace: 6 })`: `INFO shop.Orders: a level_=2 logger_=4 ` +
			`msg_=3 request_=5 time_=1 trace_=6`,
		`const ring = { n: 1 }; ring.self = ring; log.info("a", ring)`:     `INFO shop.Orders: a n=1 self="[Circular]"`,
		`log.info("a", { get bad() { throw new Error("no"); }, good: 1 })`: `INFO shop.Orders: a bad="<cannot be shown: Error: no>" good=1`,
		`log.info("a", { o: { toJSON() { return { said: 1 }; } } })`:       `INFO shop.Orders: a o={"said":1}`,
		`log.info("a", 7, [1])`:                    "INFO shop.Orders: a 7 [ 1 ]",
		`log.info("a", "b")`:                       "INFO shop.Orders: a b",
		`log.info("a", [1, 2])`:                    "INFO shop.Orders: a [ 1, 2 ]",
		`log.info({ a: 1 })`:                       "INFO shop.Orders: { a: 1 }",
		`log.info(7)`:                              "INFO shop.Orders: 7",
		`log.info()`:                               "INFO shop.Orders: ",
		`log.info("a", undefined)`:                 "INFO shop.Orders: a",
		`log.info(() => "made", () => ({ n: 1 }))`: "INFO shop.Orders: made n=1",
		`log.with({ a: 1 }).with({ b: 2 }).info("x", { c: 3 })`: "INFO shop.Orders: x a=1 b=2 c=3",
		`Logger.of("jobs").info("x")`:                           "INFO jobs: x",
		`const { info } = log; info("x")`: "throws TypeError: info was called on something that is not a " +
			"Logger; call it as log.info(…)",
		`new Logger()`: "throws TypeError: a Logger cannot be made with new; " +
			"inject it with @Autowired, or use Logger.of(name)",
		`Logger.of("")`: `throws TypeError: Logger.of takes the name of the logger, ` +
			`a text of 1 to 200 bytes such as "users.import"`,
		`Logger.of(7)`: `throws TypeError: Logger.of takes the name of the logger, ` +
			`a text of 1 to 200 bytes such as "users.import"`,
		`Logger.of("fwrun.http")`:                    `throws TypeError: Logger.of: the name "fwrun.http" is reserved for fwrun; choose another`,
		`log.isEnabled("loud")`:                      "throws TypeError: 'loud' is not a level; the levels are trace, debug, info, warn and error",
		`log.info(() => { throw new Error("no"); })`: "throws Error: no",
	} {
		got := p.Eval("{" + script + "}")
		if told := line(t, out); told != "" {
			got = told
		}
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", script, got, want)
		}
	}
}

// TestLoggerTellsErrors: an Error is logged with its message, its stack and its causes.
func TestLoggerTellsErrors(t *testing.T) {
	p, out := newLogPage(t, slog.LevelInfo)
	const stack = ` stack="    at user.js:1:`
	for script, want := range map[string]string{
		`log.error("a", new TypeError("no"))`: `ERROR shop.Orders: a error="TypeError: no"` + stack,
		`log.error(new RangeError("no"))`:     `ERROR shop.Orders: RangeError: no` + stack,
		`log.error("a", { why: new Error("no", { cause: new Error("b", { cause: new Error("c") }) }), id: 1 })`: `ERROR shop.Orders: a cause="Error: b, ` +
			`caused by Error: c" id=1` + stack,
		`log.error("a", { all: [new Error("no")] })`: `ERROR shop.Orders: a all=["Error: ` +
			`no\n    at user.js:1:`,
		`const e = new Error("no"); Object.defineProperty(e, "stack", { get() { throw 1; } }); log.error("a", e)`: `ERROR shop.Orders: a`,
	} {
		if failed := p.Eval("{" + script + "}"); failed != "undefined" {
			t.Errorf("%s: %s", script, failed)
		}
		if got := line(t, out); !strings.HasPrefix(got, want) {
			t.Errorf("%s\n got %s\nwant %s", script, got, want)
		}
	}
}

// TestLoggerLeavesOutWhatNobodyReads: the functions of a disabled level are not called.
func TestLoggerLeavesOutWhatNobodyReads(t *testing.T) {
	p, out := newLogPage(t, slog.LevelWarn)
	got := p.Eval(`let called = 0;
		log.info(() => { called++; return "x"; }, () => { called++; return {}; });
		log.debug("x", { get a() { called++; } });
		[called, log.name, log.isEnabled("info"), log.isEnabled("warn"), log.with({}).name, "name" in log].join()`)
	if got != "0,shop.Orders,false,true,shop.Orders,true" || out.Len() > 0 {
		t.Errorf("got %s, %s", got, out.String())
	}
}

// TestLoggerIsBounded: in depth, in width and in a cycle.
func TestLoggerIsBounded(t *testing.T) {
	p, out := newLogPage(t, slog.LevelInfo)
	for _, script := range []string{
		`const wide = {}; for (let i = 0; i < 20000; i++) wide["k" + i] = i; log.info("a", wide)`,
		`log.info("a", { list: new Array(1e6).fill(7) })`,
		`let deep = {}; for (let i = 0; i < 5000; i++) deep = { deep }; log.info("a", deep)`,
		`let deep = []; for (let i = 0; i < 5000; i++) deep = [deep]; log.info("a", { deep })`,
		`const o = {}; o.toJSON = () => ({ o }); log.info("a", { o })`,
		`const o = { toJSON() { return o; } }; log.info("a", { o })`,
		`const e = new Error("x"); e.cause = e; log.info("a", e)`,
		`log.info("a", new Proxy({}, { ownKeys() { throw new Error("no"); } }))`,
		`const m = new Map(); m.set("m", m); log.info("a", { m })`,
	} {
		if failed := p.Eval("{" + script + "}"); failed != "undefined" {
			t.Errorf("%s: %s", script, failed)
		}
		if out.Len() == 0 || out.Len() > 100_000 {
			t.Errorf("%s wrote %d bytes", script, out.Len())
		}
		out.Reset()
	}
}

func BenchmarkLoggerDisabled(b *testing.B) {
	p, _ := newLogPage(b, slog.LevelError)
	run := func(b *testing.B, script string) {
		b.Helper()
		p.Set("times", b.N)
		b.ResetTimer()
		if got := p.Eval("{ const n = times; for (let i = 0; i < n; i++) { " + script + " } }"); got != "undefined" {
			b.Fatal(got)
		}
	}
	b.Run("loop", func(b *testing.B) { run(b, "") })
	b.Run("text", func(b *testing.B) { run(b, `log.debug("nobody reads this")`) })
	b.Run("fields", func(b *testing.B) { run(b, `log.debug("nobody reads this", { i })`) })
	b.Run("lazy", func(b *testing.B) { run(b, "log.debug(() => `nobody reads ${i}`)") })
}
