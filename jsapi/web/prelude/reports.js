// ErrorEvent, PromiseRejectionEvent, reportError, and the listeners of the global object.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe, fire, listens} = web;
	const {Event, EventTarget} = web.globals;
	const AnyPromise = Promise;

	class ErrorEvent extends Event {
		#message; #filename; #lineno; #colno; #error;
		constructor(type, init = {}) {
			super(...arguments);
			const {colno = 0, error: thrown, filename = '', lineno = 0, message = ''} = init ?? {};
			this.#message = `${message}`;
			this.#filename = host.wellFormed(`${filename}`);
			this.#lineno = lineno >>> 0;
			this.#colno = colno >>> 0;
			this.#error = thrown;
		}
		get message() { return this.#message; }
		get filename() { return this.#filename; }
		get lineno() { return this.#lineno; }
		get colno() { return this.#colno; }
		get error() { return this.#error; }
	}
	describe(ErrorEvent, 'message', 'filename', 'lineno', 'colno', 'error');

	class PromiseRejectionEvent extends Event {
		#promise; #reason;
		constructor(type, init) {
			needArguments(arguments, 2, 'PromiseRejectionEvent constructor');
			super(type, init);
			if (init?.promise === undefined) {
				throw error(TypeError, 'PromiseRejectionEvent constructor: the options have no promise');
			}
			this.#promise = AnyPromise.resolve(init.promise);
			this.#reason = init.reason;
		}
		get promise() { return this.#promise; }
		get reason() { return this.#reason; }
	}
	describe(PromiseRejectionEvent, 'promise', 'reason');

	// withHandler adds the function of globalThis.on… to the listeners of a type.
	web.withHandler = function (list, type) {
		const handler = host.handlers.includes('on' + type) ? globalThis['on' + type] : null;
		if (typeof handler !== 'function') return list;
		const callback = event => {
			if (type === 'error' && event instanceof ErrorEvent) {
				const {message, filename, lineno, colno} = event;
				if (handler.call(globalThis, message, filename, lineno, colno, event.error) === true) event.preventDefault();
			} else if (handler.call(globalThis, event) === false) {
				event.preventDefault();
			}
		};
		return [...list, {callback, passive: false}];
	};

	// placeOf returns the place in the user's code at which an error was made, or the place that runs.
	function placeOf(thrown) {
		const stack = thrown instanceof Error ? thrown.stack : null;
		const found = typeof stack === 'string' && /^\s+at .*?\(?([^\s(]+):(\d+):(\d+)/m.exec(stack);
		return found ? [found[1], Number(found[2]), Number(found[3])] : host.place();
	}

	function describeThrown(thrown) {
		try {
			return 'Uncaught ' + (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : `${thrown}`);
		} catch {
			return 'Uncaught exception';
		}
	}

	web.reports = {
		listening: type => listens(globalThis, type),
		error(thrown) {
			const [filename, lineno, colno] = placeOf(thrown);
			const init = {cancelable: true, message: describeThrown(thrown), filename, lineno, colno, error: thrown};
			return !fire(globalThis, new ErrorEvent('error', init));
		},
		rejection(type, promise, reason) {
			return !fire(globalThis, new PromiseRejectionEvent(type, {
				cancelable: type === 'unhandledrejection', promise, reason,
			}));
		},
	};

	function reportError(thrown) {
		needArguments(arguments, 1, 'reportError');
		host.uncaught(thrown);
	}

	const {addEventListener, removeEventListener, dispatchEvent} = EventTarget.prototype;
	Object.assign(web.globals, {
		ErrorEvent, PromiseRejectionEvent, reportError, addEventListener, removeEventListener, dispatchEvent,
	});
})
