// node:timers: the global functions, with Node's errors.
(function (host, web) {
	'use strict';
	const {setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate} = globalThis;
	const {promisify} = web.node.require('util');

	const needed = fn => {
		if (typeof fn !== 'function') throw Object.assign(web.error(TypeError, `The "callback" argument must be of type function. Received ${host.inspect(fn, 0, 80)}`), {code: 'ERR_INVALID_ARG_TYPE'});
		return fn;
	};
	web.node.timers = {
		setTimeout: (fn, ...args) => setTimeout(needed(fn), ...args),
		setInterval: (fn, ...args) => setInterval(needed(fn), ...args),
		setImmediate: (fn, ...args) => setImmediate(needed(fn), ...args),
		clearTimeout, clearInterval, clearImmediate,
		get promises() { return web.node.require('timers/promises'); },
	};
	for (const name of ['setTimeout', 'setImmediate']) {
		Object.defineProperty(web.node.timers[name], promisify.custom, {configurable: true, get: () => web.node.timers.promises[name]});
	}
})
