// Event, CustomEvent, EventTarget, AbortController, AbortSignal.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe} = web;
	const {DOMException} = web.globals;

	class Event {
		static NONE = 0;
		static CAPTURING_PHASE = 1;
		static AT_TARGET = 2;
		static BUBBLING_PHASE = 3;

		#type; #bubbles; #cancelable; #composed;
		#timeStamp = host.now();
		#canceled = false;
		#stopped = false;
		#target = null;
		#phase = 0;
		#passive = false;
		#trusted = false;

		constructor(type, init = {}) {
			needArguments(arguments, 1, 'Event constructor');
			this.#type = String(type);
			init = init ?? {};
			this.#bubbles = Boolean(init.bubbles);
			this.#cancelable = Boolean(init.cancelable);
			this.#composed = Boolean(init.composed);
		}
		get type() { return this.#type; }
		get target() { return this.#target; }
		get srcElement() { return this.#target; }
		get currentTarget() { return this.#phase ? this.#target : null; }
		get eventPhase() { return this.#phase; }
		get bubbles() { return this.#bubbles; }
		get cancelable() { return this.#cancelable; }
		get composed() { return this.#composed; }
		get defaultPrevented() { return this.#canceled; }
		get returnValue() { return !this.#canceled; }
		get timeStamp() { return this.#timeStamp; }
		get isTrusted() { return this.#trusted; }
		get cancelBubble() { return this.#stopped; }
		set cancelBubble(stop) { if (stop) this.#stopped = true; }
		composedPath() { return this.#phase ? [this.#target] : []; }
		preventDefault() { if (this.#cancelable && !this.#passive) this.#canceled = true; }
		stopPropagation() { this.#stopped = true; }
		stopImmediatePropagation() { this.#stopped = true; this.#immediate = true; }
		#immediate = false;

		// dispatch calls the listeners, which are a copy; errors in one do not stop the others.
		static dispatch(event, target, listeners, trusted = false) {
			if (event.#phase) throw error(DOMException, 'The event is already being dispatched', 'InvalidStateError');
			event.#target = target;
			event.#phase = Event.AT_TARGET;
			event.#trusted = trusted;
			for (const listener of listeners) {
				if (event.#immediate) break;
				if (listener.removed) continue;
				if (listener.once) listener.remove();
				event.#passive = listener.passive;
				try {
					const {callback} = listener;
					if (typeof callback === 'function') callback.call(target, event);
					else callback.handleEvent(event);
				} catch (thrown) {
					host.uncaught(thrown);
				}
				event.#passive = false;
			}
			event.#phase = 0;
			event.#stopped = event.#immediate = false;
			return !event.#canceled;
		}
	}
	const {dispatch} = Event;
	delete Event.dispatch;
	describe(Event, 'type', 'target', 'currentTarget', 'eventPhase', 'bubbles', 'cancelable', 'composed',
		'defaultPrevented', 'timeStamp');

	class CustomEvent extends Event {
		#detail;
		constructor(type, init = {}) {
			super(type, init);
			this.#detail = init?.detail ?? null;
		}
		get detail() { return this.#detail; }
	}
	describe(CustomEvent, 'detail');

	class EventTarget {
		#listeners = new Map();

		addEventListener(type, callback, options) {
			needArguments(arguments, 2, 'addEventListener');
			if (callback === null || callback === undefined) return;
			if (typeof callback !== 'function' && typeof callback !== 'object') {
				throw error(TypeError, 'addEventListener: the listener is neither a function nor an object');
			}
			const {capture, once, passive, signal} = flatten(options);
			if (signal?.aborted) return;
			type = String(type);
			const list = this.#listeners.get(type) ?? [];
			if (list.some(l => l.callback === callback && l.capture === capture)) return;
			const listener = {callback, capture, once, passive, removed: false, remove: () => this.#remove(type, listener)};
			this.#listeners.set(type, [...list, listener]);
			signal?.addEventListener('abort', listener.remove, {once: true});
		}
		removeEventListener(type, callback, options) {
			needArguments(arguments, 2, 'removeEventListener');
			const {capture} = flatten(options);
			type = String(type);
			const listener = this.#listeners.get(type)?.find(l => l.callback === callback && l.capture === capture);
			if (listener) this.#remove(type, listener);
		}
		#remove(type, listener) {
			listener.removed = true;
			this.#listeners.set(type, (this.#listeners.get(type) ?? []).filter(l => l !== listener));
		}
		dispatchEvent(event) {
			needArguments(arguments, 1, 'dispatchEvent');
			if (!(event instanceof Event)) throw error(TypeError, 'dispatchEvent: the argument is not an Event');
			return dispatch(event, this, this.#listeners.get(event.type) ?? []);
		}
		static fire(target, event) {
			return dispatch(event, target, target.#listeners.get(event.type) ?? [], true);
		}
	}
	const {fire} = EventTarget;
	delete EventTarget.fire;
	describe(EventTarget);

	function flatten(options) {
		if (typeof options !== 'object' || options === null) {
			return {capture: Boolean(options), once: false, passive: false};
		}
		return {
			capture: Boolean(options.capture), once: Boolean(options.once),
			passive: Boolean(options.passive), signal: options.signal,
		};
	}

	// handlerAttribute adds an on… property to a class. Its handler is a listener like others, in the place where it was set
	// first: another handler takes that place, and one that comes after none goes to the end.
	function handlerAttribute(Class, type) {
		const {addEventListener, removeEventListener} = EventTarget.prototype;
		const handlers = new WeakMap();
		Object.defineProperty(Class.prototype, 'on' + type, {
			get() { return handlers.get(this)?.callback ?? null; },
			set(callback) {
				const entry = handlers.get(this);
				const given = typeof callback === 'function' || typeof callback === 'object' && callback !== null;
				if (!given) {
					if (!entry) return;
					handlers.delete(this);
					removeEventListener.call(this, type, entry.listener);
				} else if (entry) {
					entry.callback = callback;
				} else {
					const added = {callback, listener: event => handle(this, added.callback, event)};
					addEventListener.call(this, type, added.listener);
					handlers.set(this, added);
				}
			},
			enumerable: true, configurable: true,
		});
	}

	// handle calls a handler, which may say by its result that the event is canceled. An object that is none is kept, and not called.
	function handle(target, callback, event) {
		if (typeof callback === 'function' && callback.call(target, event) === false) event.preventDefault();
	}

	web.events = {fire, handlerAttribute};

	let mayConstruct = false;

	class AbortSignal extends EventTarget {
		#reason = undefined;
		#aborted = false;
		#dependents = new Set();

		constructor() {
			if (!mayConstruct) throw error(TypeError, 'Illegal constructor');
			super();
		}
		get aborted() { return this.#aborted; }
		get reason() { return this.#reason; }
		throwIfAborted() { if (this.#aborted) throw this.#reason; }

		static abort(reason) {
			const signal = create();
			signal.#abort(reason);
			return signal;
		}
		static timeout(milliseconds) {
			needArguments(arguments, 1, 'AbortSignal.timeout');
			const delay = Number(milliseconds);
			if (!(delay >= 0 && delay <= Number.MAX_SAFE_INTEGER)) {
				throw error(TypeError, 'AbortSignal.timeout: the value is out of range');
			}
			const signal = create();
			host.setTimeout(() => signal.#abort(new DOMException('The operation timed out', 'TimeoutError')), delay);
			return signal;
		}
		static any(signals) {
			needArguments(arguments, 1, 'AbortSignal.any');
			const all = [...signals];
			if (!all.every(s => s instanceof AbortSignal)) throw error(TypeError, 'AbortSignal.any: not an AbortSignal');
			const signal = create();
			const aborted = all.find(s => s.#aborted);
			if (aborted) signal.#abort(aborted.#reason);
			else for (const source of all) source.#dependents.add(signal);
			return signal;
		}
		#abort(reason) {
			if (this.#aborted) return;
			if (reason === undefined) reason = error(DOMException, 'This operation was aborted', 'AbortError');
			const affected = this.#mark(reason);
			for (const signal of affected) fire(signal, new Event('abort'));
		}
		// mark sets the reason of all dependent signals before the first listener runs.
		#mark(reason) {
			if (this.#aborted) return [];
			this.#aborted = true;
			this.#reason = reason;
			const affected = [this];
			for (const dependent of this.#dependents) affected.push(...dependent.#mark(reason));
			this.#dependents.clear();
			return affected;
		}
		static trigger(signal, reason) { signal.#abort(reason); }
	}
	const {trigger} = AbortSignal;
	delete AbortSignal.trigger;
	describe(AbortSignal, 'aborted', 'reason');
	handlerAttribute(AbortSignal, 'abort');

	function create() {
		mayConstruct = true;
		try {
			return new AbortSignal();
		} finally {
			mayConstruct = false;
		}
	}

	class AbortController {
		#signal = create();
		get signal() { return this.#signal; }
		abort(reason) { trigger(this.#signal, reason); }
	}
	describe(AbortController, 'signal');

	web.newSignal = create;
	web.follow = function (signal, source) {
		if (source.aborted) trigger(signal, source.reason);
		else source.addEventListener('abort', () => trigger(signal, source.reason), {once: true});
	};
	Object.assign(web.globals, {Event, CustomEvent, EventTarget, AbortSignal, AbortController});
})
