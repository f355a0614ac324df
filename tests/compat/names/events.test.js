// names: Event, EventTarget, CustomEvent, AbortController, AbortSignal, DOMException
import { test, expect } from "fwrun/test";

test("events and signals", async () => {
	const target = new EventTarget(), seen = [];
	target.addEventListener("x", event => seen.push(event.detail, event.target === target), { once: true });
	target.dispatchEvent(new CustomEvent("x", { detail: 1 }));
	target.dispatchEvent(new CustomEvent("x", { detail: 2 }));
	expect(seen).toEqual([1, true]);
	const c = new AbortController();
	c.signal.onabort = () => seen.push("aborted");
	c.abort();
	expect([seen.at(-1), c.signal.reason.name, c.signal.reason instanceof DOMException, AbortSignal.any([c.signal]).aborted]).toEqual(["aborted", "AbortError", true, true]);
	expect(() => AbortSignal.abort("why").throwIfAborted()).toThrow();
	await new Promise(done => AbortSignal.timeout(1).addEventListener("abort", done));
});
