// node:timers: the global functions, and the promises.
(function (host, web) {
	'use strict';
	const {setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate} = globalThis;
	web.node.timers = {
		setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate,
		get promises() { return web.node.require('timers/promises'); },
	};
})
