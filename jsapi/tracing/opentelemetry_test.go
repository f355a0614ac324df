package tracing_test

import "testing"

// api are the names that a library which imports @opentelemetry/api has.
const api = `const api = globalThis[Symbol.for("opentelemetry.js.api.1")], otel = api.trace.getTracer("x");
const root = Symbol.for("OpenTelemetry Context Key SPAN");
`

func TestOpenTelemetry(t *testing.T) {
	p := newPage(t)
	if got, _ := p.eval(api + `[api.version, api === globalThis[Symbol.for("opentelemetry.js.api.1")]].join()`); got != "1.999.0,true" {
		t.Fatal(got)
	}
	cases{
		{
			`const a = otel.startSpan("a", { kind: 2, attributes: { n: 1 }, startTime: new Date(36e5) }); a.end(); a.isRecording()`, "false",
			"a kind 2 in call n=Int64:1 at 01:00:00.000000",
		},
		{
			`otel.startSpan("a", { kind: 4 }).end(); otel.startSpan("b", { kind: 5 }).end(); otel.startSpan("c", { kind: -1 }).end(); ` +
				`otel.startSpan("d", { kind: 1 }).end()`, "undefined",
			"a kind 4 in call | b in call | c in call | d kind 1 in call",
		},
		{
			`otel.startSpan("a", { links: [{ context: { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "00f067aa0ba902b7" } }] }).end()`,
			"undefined", "a in call -> 00f067aa0ba902b7",
		},
		{`otel.startActiveSpan("a", (s) => { const b = otel.startSpan("b"); b.end(); s.end(); return 3; })`, "3", "b in a | a in call"},
		{
			`otel.startActiveSpan("a", { kind: 3 }, (s) => { otel.startSpan("b", { root: true }).end(); s.end(); })`, "undefined",
			"b in a | a kind 3 in call",
		},
		{`otel.startActiveSpan("a", async (s) => { await null; otel.startSpan("b").end(); s.end(); return 4; })`, "4", "b in a | a in call"},
		{`String(otel.startActiveSpan("a", {}))`, "undefined", ""},
		{
			`const outer = otel.startSpan("o"), within = api.context.active().setValue(root, outer);
			api.context.with(within, () => {
				otel.startSpan("in").end();
				tracer.span("mine", () => otel.startSpan("deep").end()); }); outer.end()`, "undefined",
			"in in o | deep in mine | mine in o | o in call",
		},
		{`otel.startActiveSpan("a", {}, api.context.active(), (s) => { s.end(); })`, "undefined", "a in call"},
		{`const key = Symbol("k"), one = api.context.active().setValue(key, 1), two = one.setValue(key, 2), none = two.deleteValue(key);
			[one.getValue(key), two.getValue(key), none.getValue(key),
				api.context.with(two, () => api.context.active().getValue(key)), api.context.active().getValue(key)].join()`, "1,2,,2,", ""},
		{`api.context.with(two, async () => { await null; return api.context.active().getValue(key); })`, "2", ""},
		{`api.context.with(two, () => tracer.span("a", () => api.context.active().getValue(key)))`, "2", "a in call"},
		{`api.context.with(two, function (x, y) { return this.z + x + y; }, { z: 1 }, 2, 3)`, "6", ""},
		{`api.context.bind(two, function (x) { return this.z + x + api.context.active().getValue(key); }).call({ z: 1 }, 2)`, "5", ""},
		{`[api.context.bind(two, 7), api.context.enable() === api.context, api.context.disable() === api.context].join()`, "7,true,true", ""},
		{`api.context.with(undefined, () => 8)`, "8", ""},
		{`try { api.context.with(two, () => { throw new Error("no"); }); } catch (e) { e.message }`, "no", ""},
		{`try { api.context.with(within, () => { throw new Error("in"); }); } catch (e) { e.message }`, "in", ""},
		{`api.context.active().getValue(root).spanContext().spanId === tracer.current.spanContext().spanId`, "true", ""},
	}.run(t, p)
}

// TestPropagation: what is sent to others names the span, and what comes from them is its parent.
func TestPropagation(t *testing.T) {
	p := newPage(t)
	p.eval(api)
	cases{
		{`api.propagation.fields().join()`, "traceparent,tracestate", ""},
		{
			`const into = {}, setter = { set(c, k, v) { c[k] = v; } }, getter = { get(c, k) { return c[k]; } };
			api.propagation.inject(api.context.active(), into, setter);
			into.traceparent === "00-0af7651916cd43dd8448eb211c80319c-" + tracer.current.spanContext().spanId + "-01" && into.tracestate === undefined`,
			"true", "",
		},
		{`const from = api.propagation.extract(api.context.active(),
				{ traceparent: "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01", tracestate: "b=2" }, getter);
			const far = from.getValue(root);
			[far.isRecording(), far.spanContext().traceId, far.spanContext().traceFlags].join()`, "false,0af7651916cd43dd8448eb211c80319c,0", ""},
		{
			`api.propagation.extract(api.context.active(), { traceparent: ["00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01"] }, ` +
				`getter).getValue(root) !== api.context.active().getValue(root)`,
			"true", "",
		},
		{`const same = api.context.active().setValue("k", 1); [{}, { traceparent: "x" }, { traceparent: 7 }].every((c) => ` +
			`api.propagation.extract(same, c, getter) === same)`, "true", ""},
		{`const other = {}; api.propagation.inject(same.setValue(root, { spanContext: () => ({
				traceId: "1".repeat(32), spanId: "2".repeat(16), traceFlags: 3, traceState: { serialize: () => "c=3" } }) }), other, setter);
			[other.traceparent, other.tracestate].join()`, "00-" + "11111111111111111111111111111111-2222222222222222-01,c=3", ""},
		{`const none = {};
			api.propagation.inject(same.setValue(root, { spanContext: () => ({ traceId: "0".repeat(32) }) }), none, setter);
			api.propagation.inject(same.setValue(root, {}), none, setter);
			api.propagation.inject(undefined, none, setter); Object.keys(none).join()`, "", ""},
	}.run(t, p)
}

// TestOwnOpenTelemetry: a library that brings an API of its own sets it.
func TestOwnOpenTelemetry(t *testing.T) {
	p := newPage(t)
	if got, _ := p.eval(`globalThis[Symbol.for("opentelemetry.js.api.1")] = { version: "1.9.0" }; ` +
		`globalThis[Symbol.for("opentelemetry.js.api.1")].version`); got != "1.9.0" {
		t.Errorf("got %s", got)
	}
	if got, _ := p.eval(`Object.getOwnPropertySymbols(globalThis).filter((s) => Object.getOwnPropertyDescriptor(globalThis, ` +
		`s).enumerable).length`); got != "0" {
		t.Errorf("%s symbols of the global object are listed", got)
	}
}
