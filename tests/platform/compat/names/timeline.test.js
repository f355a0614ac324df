// names: PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList, performance.mark, measure, getEntries
import { test, expect } from "fwrun/test";

test("marks, measures, observers", async () => {
	const seen = new Promise(done => {
		new PerformanceObserver((list, observer) => { observer.disconnect(); done(list.getEntries().map(entry => entry.name)); }).observe({ entryTypes: ["measure"] });
	});
	performance.mark("from", { startTime: 1 });
	performance.mark("to", { startTime: 3, detail: { a: 1 } });
	expect([performance.measure("between", "from", "to").duration, performance.getEntriesByName("to")[0].detail]).toEqual([2, { a: 1 }]);
	expect(await seen).toEqual(["between"]);
	performance.clearMarks();
	performance.clearMeasures();
	expect(performance.getEntries()).toEqual([]);
});
