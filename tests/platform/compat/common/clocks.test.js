// common: High Resolution Time and Console
import { test, expect } from "fwrun/test";

test("Performance: is the class of performance, an EventTarget", () => {
	expect([performance instanceof Performance, performance instanceof EventTarget]).toEqual([true, true]);
	expect(() => new Performance()).toThrow(TypeError);
});

test("performance: now, timeOrigin, toJSON", () => {
	const before = performance.now();
	expect([performance.now() >= before, Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 1000, performance.toJSON().timeOrigin]).toEqual([true, true, performance.timeOrigin]);
});

test("console: has the methods of the standard", () => {
	const names = ["assert", "clear", "count", "countReset", "debug", "dir", "dirxml", "error", "group", "groupCollapsed", "groupEnd", "info", "log", "table", "time", "timeEnd", "timeLog", "trace", "warn"];
	expect(names.filter(name => typeof console[name] !== "function")).toEqual([]);
	expect([console.log("%s is %d", "one", 1), console.assert(true), Object.prototype.toString.call(console)]).toEqual([undefined, undefined, "[object console]"]);
});
