// names: ErrorEvent, PromiseRejectionEvent, reportError, onerror, onunhandledrejection, onrejectionhandled
import { test, expect } from "fwrun/test";

test("are there", () => {
	expect([typeof ErrorEvent, typeof PromiseRejectionEvent, typeof reportError, "onerror" in globalThis]).toEqual(["function", "function", "function", true]);
});
