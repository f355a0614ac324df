// node:events: EventEmitter of the package, and what Node has added since.
(function (host, web) {
	'use strict';
	const EventEmitter = host.loadEvents();
	const {error} = web;

	class AbortError extends Error {
		constructor(reason) {
			super('The operation was aborted', reason === undefined ? undefined : {cause: reason});
			this.code = 'ABORT_ERR';
			this.name = 'AbortError';
		}
	}

	// once resolves with the arguments of the next event.
	const plainOnce = EventEmitter.once;
	function once(emitter, name, options = {}) {
		const {signal} = options;
		if (!signal) return plainOnce(emitter, name);
		if (signal.aborted) return Promise.reject(new AbortError(signal.reason));
		return new Promise((resolve, reject) => {
			const abort = () => reject(new AbortError(signal.reason));
			signal.addEventListener('abort', abort, {once: true});
			plainOnce(emitter, name).then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
		});
	}

	// on returns an async iterator over the arguments of events.
	function on(emitter, name, options = {}) {
		const ready = [], waiting = [];
		let failure = null, ended = false;
		const take = (...args) => {
			if (waiting.length) waiting.shift().resolve({value: args, done: false});
			else ready.push(args);
		};
		const fail = thrown => {
			if (waiting.length) waiting.shift().reject(thrown);
			else failure = thrown;
			finish();
		};
		const abort = () => fail(new AbortError(options.signal.reason));
		const closing = options.close ?? [];
		function finish() {
			ended = true;
			remove(emitter, name, take);
			if (name !== 'error') remove(emitter, 'error', fail);
			for (const event of closing) remove(emitter, event, finish);
			options.signal?.removeEventListener('abort', abort);
			for (const {resolve} of waiting.splice(0)) resolve({value: undefined, done: true});
			return Promise.resolve({value: undefined, done: true});
		}
		if (options.signal?.aborted) throw new AbortError(options.signal.reason);
		options.signal?.addEventListener('abort', abort, {once: true});
		add(emitter, name, take);
		if (name !== 'error') add(emitter, 'error', fail);
		for (const event of closing) add(emitter, event, finish);
		return {
			next() {
				if (ready.length) return Promise.resolve({value: ready.shift(), done: false});
				if (failure) {
					const thrown = failure;
					failure = null;
					return Promise.reject(thrown);
				}
				if (ended) return Promise.resolve({value: undefined, done: true});
				return new Promise((resolve, reject) => waiting.push({resolve, reject}));
			},
			return: finish,
			throw(thrown) {
				fail(thrown);
				return Promise.resolve({value: undefined, done: true});
			},
			[Symbol.asyncIterator]() { return this; },
		};
	}
	function add(emitter, name, listener) {
		if (typeof emitter.on === 'function') emitter.on(name, listener);
		else if (typeof emitter.addEventListener === 'function') emitter.addEventListener(name, listener);
		else throw Object.assign(error(TypeError, 'The "emitter" argument must be an EventEmitter'), {code: 'ERR_INVALID_ARG_TYPE'});
	}
	function remove(emitter, name, listener) {
		if (typeof emitter.removeListener === 'function') emitter.removeListener(name, listener);
		else emitter.removeEventListener(name, listener);
	}

	function addAbortListener(signal, listener) {
		const call = () => listener(new web.globals.Event('abort'));
		if (signal.aborted) web.globals.queueMicrotask(call);
		else signal.addEventListener('abort', listener, {once: true});
		return {[Symbol.dispose]() { signal.removeEventListener('abort', listener); }};
	}
	web.use('events');
	web.use('platform');

	const emitWithErrors = EventEmitter.prototype.emit;
	const errorMonitor = Symbol('events.errorMonitor');
	EventEmitter.prototype.emit = function emit(name, thrown) {
		if (name === 'error') {
			if (this._events?.[errorMonitor] !== undefined) emitWithErrors.call(this, errorMonitor, ...[...arguments].slice(1));
			if (this._events?.error === undefined && !(thrown instanceof Error)) {
				throw Object.assign(error(Error, `Unhandled error. (${typeof thrown === 'string' ? `'${thrown}'` : host.inspect(thrown, 2, 200)})`), {code: 'ERR_UNHANDLED_ERROR', context: thrown});
			}
		}
		return emitWithErrors.apply(this, arguments);
	};
	for (const name of ['on', 'addListener', 'prependListener', 'once', 'prependOnceListener', 'removeListener', 'off']) {
		const method = EventEmitter.prototype[name];
		EventEmitter.prototype[name] = {[name](event, listener) {
			if (typeof listener !== 'function') throw Object.assign(error(TypeError, `The "listener" argument must be of type function. Received ${host.inspect(listener, 0, 80)}`), {code: 'ERR_INVALID_ARG_TYPE'});
			return method.call(this, event, listener);
		}}[name];
	}
	Object.assign(EventEmitter.prototype, {addListener: EventEmitter.prototype.on, off: EventEmitter.prototype.removeListener});

	class EventEmitterAsyncResource extends EventEmitter {
		#resource;
		constructor(options = {}) {
			super(options);
			const {AsyncResource} = web.node.require('async_hooks');
			this.#resource = new AsyncResource(options.name ?? new.target.name);
		}
		emit(name, ...args) { return this.#resource.runInAsyncScope(super.emit, this, name, ...args); }
		get asyncResource() { return this.#resource; }
		get asyncId() { return this.#resource.asyncId(); }
		get triggerAsyncId() { return this.#resource.triggerAsyncId(); }
		emitDestroy() { this.#resource.emitDestroy(); }
	}

	web.node.events = Object.assign(EventEmitter, {
		EventEmitter, EventEmitterAsyncResource, once, on, addAbortListener, errorMonitor,
		captureRejectionSymbol: Symbol.for('nodejs.rejection'), captureRejections: false, usingDomains: false,
		getEventListeners: (emitter, name) => emitter.listeners?.(name) ?? [],
		getMaxListeners: emitter => emitter.getMaxListeners?.() ?? EventEmitter.defaultMaxListeners,
		listenerCount: (emitter, name) => emitter.listenerCount(name),
		setMaxListeners(count = EventEmitter.defaultMaxListeners, ...emitters) {
			if (!emitters.length) EventEmitter.defaultMaxListeners = count;
			for (const emitter of emitters) emitter.setMaxListeners?.(count);
		},
	});
})
