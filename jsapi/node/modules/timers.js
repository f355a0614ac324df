// node:timers: timers as objects. The global functions return numbers, as in browsers.
(function (host, web) {
	'use strict';
	const {setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate} = globalThis;
	const {promisify} = web.node.require('util');

	// Timer is what the functions return. Nothing waits for a timer, so that ref and unref change nothing.
	class Timer {
		#id; #start; #clear; #ref = true;
		constructor(start, clear) {
			this.#start = start;
			this.#clear = clear;
			this.#id = start();
		}
		ref() {
			this.#ref = true;
			return this;
		}
		unref() {
			this.#ref = false;
			return this;
		}
		hasRef() { return this.#ref; }
		refresh() {
			this.#clear(this.#id);
			this.#id = this.#start();
			return this;
		}
		close() {
			this.#clear(this.#id);
			return this;
		}
		[Symbol.toPrimitive]() { return this.#id; }
		[Symbol.dispose]() { this.close(); }
	}
	const needed = fn => {
		if (typeof fn !== 'function') throw Object.assign(web.error(TypeError, `The "callback" argument must be of type function. Received ${host.inspect(fn, 0, 80)}`), {code: 'ERR_INVALID_ARG_TYPE'});
		return fn;
	};
	const clearing = clear => timer => {
		if (timer !== undefined && timer !== null) clear(Number(timer));
	};
	web.node.timers = {
		setTimeout: (fn, delay, ...args) => new Timer(() => setTimeout(needed(fn), delay, ...args), clearTimeout),
		setInterval: (fn, delay, ...args) => new Timer(() => setInterval(needed(fn), delay, ...args), clearInterval),
		setImmediate: (fn, ...args) => new Timer(() => setImmediate(needed(fn), ...args), clearImmediate),
		clearTimeout: clearing(clearTimeout), clearInterval: clearing(clearInterval), clearImmediate: clearing(clearImmediate),
		get promises() { return web.node.require('timers/promises'); },
	};
	for (const name of ['setTimeout', 'setImmediate']) {
		Object.defineProperty(web.node.timers[name], promisify.custom, {configurable: true, get: () => web.node.timers.promises[name]});
	}
})
