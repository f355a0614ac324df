// module: perf_hooks
// differs: entries are marks and measures; performance has no nodeTiming, timerify and eventLoopUtilization, monitorEventLoopDelay stays empty, and createHistogram is refused (the bean MeterRegistry has them)
import test from "node:test";
import assert from "node:assert";
import { monitorEventLoopDelay, performance, PerformanceObserver, PerformanceEntry, PerformanceMark } from "node:perf_hooks";

test("the delay of the loop", () => {
	const delay = monitorEventLoopDelay({ resolution: 10 });
	assert.deepStrictEqual([delay.enable(), delay.enable(), delay.disable(), delay.disable()], [true, false, true, false]);
	assert.deepStrictEqual([delay.count, delay.max, delay.mean, [...delay.percentiles]], [0, 0, NaN, [[100, 0]]]);
	delay.reset();
});
test("marks and measures", () => {
	assert.strictEqual(performance, globalThis.performance);
	const a = performance.mark("a", { startTime: 2, detail: { x: 1 } });
	assert.deepStrictEqual([a.name, a.entryType, a.startTime, a.duration, a.detail], ["a", "mark", 2, 0, { x: 1 }]);
	assert.ok(a instanceof PerformanceMark && a instanceof PerformanceEntry);
	performance.mark("b", { startTime: 9 });
	assert.strictEqual(performance.measure("m", "a", "b").duration, 7);
	assert.strictEqual(performance.measure("n", { start: 1, duration: 4 }).startTime, 1);
	assert.deepStrictEqual(performance.getEntriesByType("measure").map(m => m.name), ["n", "m"]);
	assert.strictEqual(performance.getEntriesByName("a", "mark").length, 1);
	assert.throws(() => performance.measure("x", "no such mark"), { name: "SyntaxError" });
	assert.throws(() => performance.mark("x", { startTime: -1 }), TypeError);
	performance.clearMarks("a");
	assert.strictEqual(performance.getEntriesByName("a").length, 0);
	performance.clearMarks();
	performance.clearMeasures();
	assert.deepStrictEqual(performance.getEntries().filter(entry => ["mark", "measure"].includes(entry.entryType)), []);
});
test("observers", async () => {
	const seen = await new Promise(done => {
		const observer = new PerformanceObserver((list, self) => {
			self.disconnect();
			done(list.getEntries().map(entry => entry.name));
		});
		observer.observe({ entryTypes: ["mark", "measure"] });
		performance.mark("first", { startTime: 1 });
		performance.mark("second", { startTime: 3 });
		performance.measure("between", "first", "second");
	});
	assert.deepStrictEqual(seen.sort(), ["between", "first", "second"]);
	assert.ok(PerformanceObserver.supportedEntryTypes.includes("mark"));
	assert.throws(() => new PerformanceObserver(() => {}).observe({}), TypeError);
});
