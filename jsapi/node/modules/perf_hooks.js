// node:perf_hooks.
(function (host, web) {
	'use strict';
	web.use('performance');
	const {performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList} = web.globals;
	const refuse = (name, instead) => function () {
		throw Object.assign(web.error(Error, `perf_hooks.${name} is not supported: ${instead}`), {code: 'ERR_NOT_SUPPORTED'});
	};
	// IntervalHistogram is always empty: workers have no loop that could be late. The metrics fwrun_workers and fwrun_worker_calls say more.
	class IntervalHistogram {
		#enabled = false;
		count = 0; countBigInt = 0n; exceeds = 0; exceedsBigInt = 0n; max = 0; maxBigInt = 0n; mean = NaN; stddev = NaN;
		min = 9223372036854776000; minBigInt = 9223372036854775807n; percentiles = new Map([[100, 0]]); percentilesBigInt = new Map([[100, 0n]]);
		enable() {
			const changed = !this.#enabled;
			this.#enabled = true;
			return changed;
		}
		disable() {
			const changed = this.#enabled;
			this.#enabled = false;
			return changed;
		}
		percentile() { return 0; }
		percentileBigInt() { return 0n; }
		reset() {}
		[Symbol.dispose]() { this.disable(); }
	}
	web.node.perf_hooks = {
		performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList, constants: {},
		monitorEventLoopDelay: () => new IntervalHistogram(),
		createHistogram: refuse('createHistogram', 'use the bean MeterRegistry'),
	};
})
