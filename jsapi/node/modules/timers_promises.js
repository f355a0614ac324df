// node:timers/promises.
(function (host, web) {
	'use strict';
	const {setTimeout: start, setImmediate: soon, setInterval: repeat, clearTimeout, clearImmediate, clearInterval} = globalThis;

	const abortError = signal => Object.assign(new Error('The operation was aborted', {cause: signal.reason}), {name: 'AbortError', code: 'ABORT_ERR'});

	function awaiting(begin, end, signal) {
		if (signal?.aborted) return Promise.reject(abortError(signal));
		return new Promise((resolve, reject) => {
			const abort = () => {
				end(timer);
				reject(abortError(signal));
			};
			const timer = begin(value => {
				signal?.removeEventListener('abort', abort);
				resolve(value);
			});
			signal?.addEventListener('abort', abort, {once: true});
		});
	}
	const setTimeout = (delay, value, {signal} = {}) => awaiting(done => start(done, delay, value), clearTimeout, signal);
	const setImmediate = (value, {signal} = {}) => awaiting(done => soon(done, value), clearImmediate, signal);

	// setInterval returns an async iterator that yields the value each time it is due.
	function setInterval(delay, value, {signal} = {}) {
		if (signal?.aborted) throw abortError(signal);
		let due = 0, ended = false;
		const waiting = [];
		const timer = repeat(() => {
			if (waiting.length) waiting.shift().resolve({value, done: false});
			else due++;
		}, delay);
		const end = () => {
			ended = true;
			clearInterval(timer);
			signal?.removeEventListener('abort', abort);
		};
		const abort = () => {
			end();
			for (const {reject} of waiting.splice(0)) reject(abortError(signal));
		};
		signal?.addEventListener('abort', abort, {once: true});
		return {
			next() {
				if (signal?.aborted) return Promise.reject(abortError(signal));
				if (ended) return Promise.resolve({value: undefined, done: true});
				if (due > 0) {
					due--;
					return Promise.resolve({value, done: false});
				}
				return new Promise((resolve, reject) => waiting.push({resolve, reject}));
			},
			return() {
				end();
				for (const {resolve} of waiting.splice(0)) resolve({value: undefined, done: true});
				return Promise.resolve({value: undefined, done: true});
			},
			[Symbol.asyncIterator]() { return this; },
		};
	}

	web.node['timers/promises'] = {setTimeout, setImmediate, setInterval, scheduler: {wait: (delay, options) => setTimeout(delay, undefined, options), yield: () => setImmediate()}};
})
