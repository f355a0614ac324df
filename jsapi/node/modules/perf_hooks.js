// node:perf_hooks.
(function (host, web) {
	'use strict';
	web.use('platform');
	const {performance} = web.globals;
	class PerformanceObserver {
		static supportedEntryTypes = [];
		observe() {}
		disconnect() {}
		takeRecords() { return []; }
	}
	web.node.perf_hooks = {
		performance, PerformanceObserver: globalThis.PerformanceObserver ?? PerformanceObserver, Performance: web.globals.Performance, constants: {},
		monitorEventLoopDelay() {
			throw Object.assign(web.error(Error, 'perf_hooks.monitorEventLoopDelay is not supported: see the metrics of workers'), {code: 'ERR_NOT_SUPPORTED'});
		},
		createHistogram() {
			throw Object.assign(web.error(Error, 'perf_hooks.createHistogram is not supported: use the bean MeterRegistry'), {code: 'ERR_NOT_SUPPORTED'});
		},
	};
})
