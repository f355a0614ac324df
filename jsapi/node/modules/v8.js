// node:v8: the little that has a meaning here.
(function (host, web) {
	'use strict';
	const {memoryUsage} = web.node.require('process');
	const refuse = (name, why) => function () {
		throw Object.assign(web.error(Error, `node:v8.${name} is not supported: ${why}`), {code: 'ERR_NOT_SUPPORTED'});
	};
	web.node.v8 = {
		getHeapStatistics() {
			const {heapTotal, heapUsed} = memoryUsage();
			return {total_heap_size: heapTotal, used_heap_size: heapUsed, heap_size_limit: heapTotal, total_available_size: heapTotal - heapUsed, total_physical_size: heapTotal, malloced_memory: 0, number_of_native_contexts: 1};
		},
		getHeapSpaceStatistics: () => [], cachedDataVersionTag: () => 0, setFlagsFromString() {}, takeCoverage() {}, stopCoverage() {},
		structuredClone: globalThis.structuredClone,
		serialize: refuse('serialize', 'use JSON.stringify'), deserialize: refuse('deserialize', 'use JSON.parse'),
		getHeapSnapshot: refuse('getHeapSnapshot', 'use the management endpoint heapdump'), writeHeapSnapshot: refuse('writeHeapSnapshot', 'use the management endpoint heapdump'),
	};
})
