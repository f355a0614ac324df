// node:perf_hooks.
(function (host, web) {
	'use strict';
	web.use('performance');
	const {performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList} = web.globals;
	const refuse = (name, instead) => function () {
		throw Object.assign(web.error(Error, `perf_hooks.${name} is not supported: ${instead}`), {code: 'ERR_NOT_SUPPORTED'});
	};
	web.node.perf_hooks = {
		performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList, constants: {},
		monitorEventLoopDelay: refuse('monitorEventLoopDelay', 'see the metrics fwrun_workers and fwrun_worker_calls'),
		createHistogram: refuse('createHistogram', 'use the bean MeterRegistry'),
	};
})
