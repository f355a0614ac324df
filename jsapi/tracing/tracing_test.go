package tracing_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/trace"
)

// cases are scripts, what they return and what is recorded.
type cases []struct{ script, result, recorded string }

func (c cases) run(t *testing.T, p *page) {
	t.Helper()
	for _, c := range c {
		result, recorded := p.eval(c.script)
		if result != c.result {
			t.Errorf("%s\n got %s\nwant %s", c.script, result, c.result)
		}
		if recorded != strings.ReplaceAll(c.recorded, " | ", "\n") {
			t.Errorf("%s\nhas recorded\n%s\nwant\n%s", c.script, recorded, c.recorded)
		}
	}
}

func TestSpans(t *testing.T) {
	cases{
		{`tracer.span("a", () => 1)`, "1", "a in call"},
		{`tracer.span("a", { n: 1 }, () => tracer.span("b", () => 2))`, "2", "b in a | a in call n=Int64:1"},
		{`tracer.span("a", async () => { await null; return tracer.span("b", () => 3); })`, "3", "b in a | a in call"},
		{
			`(async () => { const first = tracer.span("a", async () => { await null; }); tracer.span("b", () => 1); await first; })()`, "undefined",
			"b in call | a in call",
		},
		{`tracer.span("a", () => ({ then(done) { done(4); } }))`, "4", "a in call"},
		{
			`tracer.span("a", () => { throw new RangeError("no"); })`, "throws RangeError: no",
			`a in call error.type=String:RangeError (exception exception.type=String:RangeError exception.message=String:no) failed ""`,
		},
		{
			`tracer.span("a", async () => { throw new Error("later"); })`, "throws Error: later",
			`a in call error.type=String:Error (exception exception.type=String:Error exception.message=String:later) failed ""`,
		},
		{`tracer.span("a", (s) => { s.end(); s.setAttribute("late", 1); return s.isRecording(); })`, "false", "a in call"},
		{`tracer.span("a", (s) => s.isRecording())`, "true", "a in call"},
		{`tracer.current.setAttribute("n", 1); tracer.current.isRecording()`, "true", "call kind 1 in b7ad6b7169203331 n=Int64:1"},
		{`tracer.span("a", () => { tracer.current.updateName("b"); })`, "undefined", "b in call"},
		{
			`tracer.span("a", (s) => { const at = s.spanContext(); return [at.traceId, at.spanId.length, at.traceFlags, at.spanId === ` +
				`tracer.current.spanContext().spanId].join(); })`,
			"0af7651916cd43dd8448eb211c80319c,16,1,true", "a in call",
		},
	}.run(t, newPage(t))
}

func TestWhatIsRecorded(t *testing.T) {
	cases{
		{
			`tracer.span("a", { s: "x", n: 1, f: 1.5, b: true, no: false, big: 2 ** 53, nothing: undefined, none: null, o: {}, f2: () => 1 }, () => {})`,
			"undefined",
			"a in call s=String:x n=Int64:1 f=Float64:1.5 b=Bool:true no=Bool:false big=Int64:9007199254740992",
		},
		{`tracer.span("a", { l: [1, "x", true, {}, null, [2]], e: [] }, () => {})`, "undefined", "a in call l=Any:[1 x true] e=Any:[]"},
		{`tracer.span("a", { get x() { throw new Error("no"); } }, () => 1)`, "1", "a in call"},
		{`tracer.span("a", { y: 1, get x() { throw new Error("no"); }, z: 1 }, () => 1)`, "1", "a in call y=Int64:1"},
		{`tracer.span("a", 7, () => 1)`, "1", "a in call"},
		{
			`tracer.span("a", (s) => { s.setAttribute("n", 1).setAttributes({ n: 2, m: "x" }).setAttributes(null); })`, "undefined",
			"a in call n=Int64:2 m=String:x",
		},
		{
			`tracer.span("a", (s) => { s.addEvent("e").addEvent("f", { n: 1 }).addEvent("g", 36e5).addEvent("h", new Date(36e5 + 1)).addEvent("i", ` +
				`{ n: 2 }, [3600, 2500000]); })`,
			"undefined", "a in call (e) (f n=Int64:1) (g) (h at 01:00:00.001000) (i at 01:00:00.002500 n=Int64:2)",
		},
		{
			`tracer.span("a", (s) => { s.addEvent("e", {}, NaN).addEvent("f", {}, 8.64e15 + 1).addEvent("g", {}, -8.65e15).addEvent("h", [3600, ` +
				`0]).addEvent(7); })`, "undefined",
			"a in call (e) (f) (g) (h at 01:00:00.000000) (7)",
		},
		{
			`tracer.span("a", (s) => { s.recordException(new TypeError("no")); s.recordException("text"); s.recordException(undefined); })`,
			"undefined", "a in call (exception exception.type=String:TypeError exception.message=String:no)" +
				" (exception exception.type=String:Error exception.message=String:text)" +
				" (exception exception.type=String:Error exception.message=String:undefined)",
		},
		{`tracer.span("a", (s) => { s.setStatus({ code: 2, message: "no" }); })`, "undefined", `a in call failed "no"`},
		{`tracer.span("a", (s) => { s.setStatus({ code: 2 }); })`, "undefined", `a in call failed ""`},
		{`tracer.span("a", (s) => { s.setStatus({ code: 2 }).setStatus({ code: 1 }); })`, "undefined", "a in call ok"},
		{`tracer.span("a", (s) => { s.setStatus({ code: 1 }).setStatus({ code: 0 }); })`, "undefined", "a in call"},
		{`tracer.span("a", (s) => { s.setStatus({ code: 1 }).setStatus(); })`, "undefined", "a in call"},
		{`tracer.span("a", (s) => { s.end(new Date(36e5)); s.end(new Date(72e5)); })`, "undefined", "a in call at 01:00:00.000000"},
		{
			`tracer.span("a", (s) => { s.addLink({ context: { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "00f067aa0ba902b7" }, ` +
				`attributes: { n: 1 } }); })`, "undefined",
			"a in call -> 00f067aa0ba902b7 n=Int64:1",
		},
		{`tracer.span("a", (s) => { s.addLinks([{ context: { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "00f067aa0ba902b7" } }, {}, undefined,
			{ context: { traceId: 1, spanId: 2 } }, { context: 7 }]).addLinks(undefined); })`, "undefined", "a in call -> 00f067aa0ba902b7"},
	}.run(t, newPage(t))
}

// TestManyAttributes: what one call may give is bounded.
func TestManyAttributes(t *testing.T) {
	p := newPage(t)
	_, recorded := p.eval(`tracer.span("a", { list: Array.from({ length: 300 }, () => 1) }, () => {})`)
	if n := strings.Count(recorded, "1") - 1; n != 256-1 { // the name of the kind has none
		t.Errorf("%d elements were kept: %s", n, recorded)
	}
	if got, _ := p.eval(`let asked = 0; const many = new Proxy({}, { ownKeys: () => Array.from({ length: 300 }, (_, i) => "k" + i),
		getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get() { asked++; return 1; } });
		tracer.span("a", many, () => {}); asked`); got != "256" {
		t.Errorf("%s attributes were read", got)
	}
}

func TestMistakes(t *testing.T) {
	cases{
		{`tracer.span("a")`, `throws TypeError: span takes a name and a function: tracer.span("read the file", () => …)`, ""},
		{`tracer.span(1, () => 1)`, `throws TypeError: span takes a name and a function: tracer.span("read the file", () => …)`, ""},
		{`tracer.span("a", {}, 1)`, `throws TypeError: span takes a name and a function: tracer.span("read the file", () => …)`, ""},
		{`new exports.Tracer()`, "throws TypeError: a Tracer cannot be made with new; inject it with @Autowired", ""},
		{`new (tracer.current.constructor)({})`, "throws TypeError: a Span cannot be made with new; call tracer.span(name, fn)", ""},
		{`new (tracer.current.constructor)(undefined)`, "throws TypeError: a Span cannot be made with new; call tracer.span(name, fn)", ""},
		{`String(tracer.current.constructor.handleOf)`, "undefined", ""},
	}.run(t, newPage(t))
}

// TestNothingIsRecorded: scripts run alike where no trace is recorded.
func TestNothingIsRecorded(t *testing.T) {
	p := newPage(t)
	for _, c := range [][2]string{
		{`tracer.span("a", { n: 1 }, (s) => { s.setAttribute("n", 1).addEvent("e").addLink({ context: { traceId: "x" } }).setStatus({ code: 2 ` +
			`}).updateName("b").end(); s.recordException(1); return 5; })`, "5"},
		{
			`tracer.span("a", (s) => { const at = s.spanContext(); return [s.isRecording(), at.traceId, at.spanId, at.traceFlags].join(); })`,
			"false,00000000000000000000000000000000,0000000000000000,0",
		},
		{`tracer.span("a", () => { throw new Error("no"); })`, "throws Error: no"},
		{`const api = globalThis[Symbol.for("opentelemetry.js.api.1")], otel = api.trace.getTracer("x");
			otel.startActiveSpan("a", (s) => { s.end(); return otel.startSpan("b").isRecording(); })`, "false"},
		{`const into = {}; api.propagation.inject(api.context.active(), into, { set(c, k, v) { c[k] = v; } }); Object.keys(into).join()`, ""},
	} {
		if got := p.in(t.Context(), c[0]); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
	read := trace.With(t.Context(), trace.Read([]byte(parent), nil))
	if got := p.in(read, `tracer.span("a", (s) => { const at = s.spanContext(); return [s.isRecording(), at.traceId, at.traceFlags].join(); `+
		`})`); got != "false,0af7651916cd43dd8448eb211c80319c,0" {
		t.Errorf("of a trace that is not recorded the place is %s", got)
	}
}

// TestExceptionsOfThePast: an exception may be recorded later than it was thrown.
func TestExceptionsOfThePast(t *testing.T) {
	cases{
		{
			`tracer.span("a", (s) => { s.recordException("x", new Date(36e5)); s.recordException("y", [3600, 2500]); s.recordException("z", 36e5); })`,
			"undefined",
			"a in call (exception at 01:00:00.000000 exception.type=String:Error exception.message=String:x)" +
				" (exception at 01:00:00.000002 exception.type=String:Error exception.message=String:y)" +
				" (exception exception.type=String:Error exception.message=String:z)",
		}, // a number is milliseconds since the start
	}.run(t, newPage(t))
}

// TestUnfitAttributes: what is no value of an attribute is left out, and a text that is too long ends with a whole character.
func TestUnfitAttributes(t *testing.T) {
	long := strings.Repeat("a", 8191)
	cases{
		{`tracer.span("a", { s: Symbol("x"), l: [1, Symbol("y")] }, () => {})`, "undefined", "a in call l=Any:[1]"},
		{`tracer.span("a", { x: "` + long + `1é" }, () => 1)`, "1", "a in call x=String:" + long + "1"},
		{`tracer.span("a", { x: "` + long + `é" }, () => 1)`, "1", "a in call x=String:" + long},
	}.run(t, newPage(t))
}
