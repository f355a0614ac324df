// common: HTML
import { test, expect } from "fwrun/test";

const turn = () => new Promise(done => setTimeout(done, 0));

test("ErrorEvent: says what was thrown and where", () => {
	const error = new TypeError("no");
	const event = new ErrorEvent("error", { error, message: "no", filename: "a.js", lineno: 3, colno: 4 });
	expect([event.error === error, event.message, event.filename, event.lineno, event.colno, event instanceof Event]).toEqual([true, "no", "a.js", 3, 4, true]);
});

test("PromiseRejectionEvent: has the promise and the reason", () => {
	const promise = Promise.resolve();
	const event = new PromiseRejectionEvent("unhandledrejection", { promise, reason: "why" });
	expect([event.promise === promise, event.reason]).toEqual([true, "why"]);
	expect(() => new PromiseRejectionEvent("x")).toThrow(TypeError);
});

test("MessageChannel: joins two ports", async () => {
	const { port1, port2 } = new MessageChannel();
	const got = new Promise(done => { port2.onmessage = event => done(event.data); });
	port1.postMessage({ a: [1, new Date(0)] });
	expect(await got).toEqual({ a: [1, new Date(0)] });
	port1.close();
});

test("MessagePort: keeps messages until it is started, and moves buffers and ports", async () => {
	const { port1, port2 } = new MessageChannel(), inner = new MessageChannel(), bytes = new Uint8Array([1, 2]);
	port1.postMessage({ bytes, port: inner.port2 }, [bytes.buffer, inner.port2]);
	const got = new Promise(done => port2.addEventListener("message", event => done(event), { once: true }));
	port2.start();
	const { data, ports } = await got;
	expect([bytes.length, [...data.bytes], ports[0] === data.port]).toEqual([0, [1, 2], true]);
	const through = new Promise(done => { data.port.onmessage = event => done(event.data); });
	inner.port1.postMessage("through");
	expect(await through).toBe("through");
	inner.port1.close();
	port1.close();
});

test("MessageEvent: has data, origin and ports", () => {
	const event = new MessageEvent("message", { data: 1, origin: "https://example.com", lastEventId: "7" });
	expect([event.data, event.origin, event.lastEventId, event.ports.length]).toEqual([1, "https://example.com", "7", 0]);
});

test("globalThis: has the globals", () => {
	expect([globalThis.globalThis === globalThis, globalThis.Array === Array, "fetch" in globalThis, globalThis instanceof EventTarget]).toEqual([true, true, true, true]);
});

test("atob(): reads base64, and refuses what is none", () => {
	expect(atob(" aOk= ")).toBe("hé");
	expect(() => atob("a")).toThrow(DOMException);
});

test("btoa(): writes base64, of Latin 1 only", () => {
	expect(btoa("hé")).toBe("aOk=");
	expect(() => btoa("€")).toThrow(DOMException);
});

test("setTimeout(): calls later, in the order of the times, with arguments", async () => {
	const order = [];
	await new Promise(done => {
		setTimeout((a, b) => { order.push(a + b); done(); }, 20, 1, 2);
		setTimeout(() => order.push("first"), 1);
		setTimeout(() => order.push("second"), 1);
		order.push("now");
	});
	expect(order).toEqual(["now", "first", "second", 3]);
});

test("clearTimeout(): keeps a call from coming", async () => {
	let called = 0;
	const id = setTimeout(() => called++, 0);
	clearTimeout(id);
	clearTimeout(id);
	clearTimeout(undefined);
	await turn();
	await turn();
	expect(called).toBe(0);
});

test("setInterval(): calls again and again", async () => {
	let calls = 0;
	await new Promise(done => { const id = setInterval(() => { if (++calls === 3) { clearInterval(id); done(); } }, 1); });
	expect(calls).toBe(3);
});

test("clearInterval(): ends the calls", async () => {
	let calls = 0;
	const id = setInterval(() => { calls++; clearInterval(id); }, 1);
	await new Promise(done => setTimeout(done, 10));
	expect(calls).toBe(1);
});

test("queueMicrotask(): calls before timers, in order with promises", async () => {
	const order = [];
	setTimeout(() => order.push("timer"), 0);
	Promise.resolve().then(() => order.push("promise"));
	queueMicrotask(() => order.push("microtask"));
	order.push("now");
	await turn();
	expect(order).toEqual(["now", "promise", "microtask", "timer"]);
	expect(() => queueMicrotask("no")).toThrow(TypeError);
});

test("structuredClone(): copies graphs, and refuses what cannot be copied", () => {
	const original = { d: new Date(0), m: new Map([[1, { a: 1 }]]), b: new Uint8Array([1]), e: new RangeError("no"), s: new Set([1]), r: /a/g };
	original.self = original;
	const copy = structuredClone(original);
	expect([copy.d.getTime(), copy.m.get(1), copy.b[0], copy.e instanceof RangeError, copy.self === copy, copy.s.has(1), String(copy.r)]).toEqual([0, { a: 1 }, 1, true, true, true, "/a/g"]);
	for (const value of [() => {}, Symbol("s"), new WeakMap(), new ReadableStream()]) expect(() => structuredClone(value)).toThrow(DOMException);
	const buffer = new ArrayBuffer(8);
	expect([structuredClone(buffer, { transfer: [buffer] }).byteLength, buffer.byteLength]).toEqual([8, 0]);
});

test("self: is the global object", () => {
	expect(self).toBe(globalThis);
});

test("navigator.userAgent: names the runtime", () => {
	expect(navigator.userAgent).toMatch(/^[\w.-]+(\/[\w.-]+)?$/);
});

test("reportError(): tells the listeners of the global object", () => {
	const seen = [], listener = event => { seen.push(event.error, event.message); event.preventDefault(); };
	addEventListener("error", listener);
	const error = new Error("reported");
	reportError(error);
	removeEventListener("error", listener);
	expect([seen[0] === error, seen[1]]).toEqual([true, "Uncaught Error: reported"]);
});

test("onerror: is called with what nobody catches", async () => {
	const got = new Promise(done => { globalThis.onerror = (message, file, line, column, error) => { done([message, error.message]); return true; }; });
	setTimeout(() => { throw new Error("in a timer"); }, 0);
	expect(await got).toEqual(["Uncaught Error: in a timer", "in a timer"]);
	globalThis.onerror = null;
});

test("onunhandledrejection: is called with promises that nobody handles", async () => {
	const got = new Promise(done => { globalThis.onunhandledrejection = event => { event.preventDefault(); done(event.reason); }; });
	Promise.reject("nobody");
	expect(await got).toBe("nobody");
	globalThis.onunhandledrejection = null;
});

test("onrejectionhandled: is called when a promise is handled late", async () => {
	const told = new Promise(done => { globalThis.onunhandledrejection = event => { event.preventDefault(); done(); }; });
	const got = new Promise(done => { globalThis.onrejectionhandled = event => done(event.reason); });
	const promise = Promise.reject("late");
	await told;
	promise.catch(() => {});
	expect(await got).toBe("late");
	globalThis.onunhandledrejection = globalThis.onrejectionhandled = null;
});
