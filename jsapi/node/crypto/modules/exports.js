// What the module exports besides.

Object.defineProperties(exports, {
	webcrypto: {get: () => globalThis.crypto, enumerable: true, configurable: true},
	subtle: {get: () => globalThis.crypto.subtle, enumerable: true, configurable: true},
	fips: {get: () => 0, set() {}, enumerable: true, configurable: true},
});
Object.assign(exports, {
	getRandomValues: array => globalThis.crypto.getRandomValues(array),
	getFips: () => 0,
	secureHeapUsed: () => ({total: 0, used: 0, utilization: 0, min: 0}),
});
(web.node ??= {}).crypto = exports;
