// Event, CustomEvent, EventTarget.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe, view} = web;
	const {DOMException} = web.globals;

	class Event {
		#type; #bubbles; #cancelable; #composed;
		#timeStamp = host.now();
		#canceled = false;
		#stopped = false;
		#immediate = false;
		#target = null;
		#phase = 0;
		#passive = false;
		#trusted = false;

		constructor(type, init = {}) {
			needArguments(arguments, 1, 'Event constructor');
			this.#type = `${type}`;
			if (init !== null && typeof init !== 'object' && typeof init !== 'function') {
				throw error(TypeError, 'Event constructor: the options are not an object');
			}
			init = init ?? {};
			this.#bubbles = Boolean(init.bubbles);
			this.#cancelable = Boolean(init.cancelable);
			this.#composed = Boolean(init.composed);
			Object.defineProperty(this, 'isTrusted', {get: trusted, enumerable: true});
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
		set returnValue(value) { if (!value) this.preventDefault(); }
		get timeStamp() { return this.#timeStamp; }
		get cancelBubble() { return this.#stopped; }
		set cancelBubble(stop) { if (stop) this.#stopped = true; }
		composedPath() { return this.#phase ? [this.#target] : []; }
		preventDefault() { if (this.#cancelable && !this.#passive) this.#canceled = true; }
		stopPropagation() { this.#stopped = true; }
		stopImmediatePropagation() { this.#stopped = this.#immediate = true; }
		initEvent(type, bubbles = false, cancelable = false) {
			needArguments(arguments, 1, 'initEvent');
			if (this.#phase) return;
			this.#stopped = this.#immediate = this.#canceled = this.#trusted = false;
			this.#target = null;
			this.#type = `${type}`;
			this.#bubbles = Boolean(bubbles);
			this.#cancelable = Boolean(cancelable);
		}

		static trusted(event) { return event.#trusted; }
		static isEvent(value) { return typeof value === 'object' && value !== null && #phase in value; }
		static dispatching(event) { return event.#phase > 0; }

		// dispatch calls the listeners; errors in one do not stop the others.
		static dispatch(event, target, listeners, trusted = false) {
			if (event.#phase) throw error(DOMException, 'The event is already being dispatched', 'InvalidStateError');
			event.#target = target;
			event.#phase = Event.AT_TARGET;
			event.#trusted = trusted;
			for (const listener of event.#stopped ? [] : listeners) {
				if (event.#immediate) break;
				if (listener.removed) continue;
				if (listener.once) listener.owner.remove(listener);
				event.#passive = listener.passive;
				try {
					const {callback} = listener;
					if (typeof callback === 'function') callback.call(target, event);
					else handleEvent(callback).call(callback, event);
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
	const {dispatch, isEvent, dispatching} = Event;
	const read = Event.trusted;
	for (const name of ['dispatch', 'trusted', 'isEvent', 'dispatching']) delete Event[name];
	const {get: trusted} = Object.getOwnPropertyDescriptor({get isTrusted() { return read(this); }}, 'isTrusted');
	for (const [name, value] of Object.entries({NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3})) {
		for (const owner of [Event, Event.prototype]) Object.defineProperty(owner, name, {value, enumerable: true});
	}
	describe(Event, 'type', 'target', 'currentTarget', 'eventPhase', 'bubbles', 'cancelable', 'composed',
		'defaultPrevented', 'timeStamp');
	view(Event, ({type, defaultPrevented, cancelable, timeStamp}) => ({type, defaultPrevented, cancelable, timeStamp}));

	function handleEvent(object) {
		const method = object.handleEvent;
		if (typeof method !== 'function') throw error(TypeError, 'the listener has no function handleEvent');
		return method;
	}

	class CustomEvent extends Event {
		#detail;
		constructor(type, init = {}) {
			super(...arguments);
			this.#detail = init?.detail ?? null;
		}
		get detail() { return this.#detail; }
		initCustomEvent(type, bubbles, cancelable, detail = null) {
			needArguments(arguments, 1, 'initCustomEvent');
			if (dispatching(this)) return;
			this.initEvent(type, bubbles, cancelable);
			this.#detail = detail;
		}
	}
	describe(CustomEvent, 'detail');

	// Listeners are those of one type of one target, in their order.
	class Listeners {
		list = [];
		used = false; // the list is being walked, so that it must not change
		gone = 0; // how many of the list were removed
		changed = null; // is called with the number of listeners; may be null
		#plain = new Map(); // callback → its listener
		#capturing = null; // of those that capture; made when there is one

		#by(capture) { return capture ? this.#capturing ??= new Map() : this.#plain; }
		add(listener) {
			const by = this.#by(listener.capture);
			if (by.has(listener.callback)) return false;
			by.set(listener.callback, listener);
			this.#own();
			this.list.push(listener);
			this.changed?.(this.list.length - this.gone);
			return true;
		}
		find(callback, capture) { return this.#by(capture).get(callback); }
		remove(listener) {
			if (listener.removed) return;
			listener.removed = true;
			this.#by(listener.capture).delete(listener.callback);
			if (++this.gone * 2 > this.list.length) {
				this.list = this.list.filter(other => !other.removed);
				this.used = false;
				this.gone = 0;
			}
			this.changed?.(this.list.length - this.gone);
		}
		walk() {
			this.used = true;
			return this.list;
		}
		#own() {
			if (!this.used) return;
			this.list = this.list.slice();
			this.used = false;
		}
	}

	const ofGlobal = new Map(); // the listeners of globalThis

	class EventTarget {
		#listeners = null; // type → Listeners; made when it is needed

		addEventListener(type, callback, options) {
			needArguments(arguments, 2, 'addEventListener');
			const listeners = listenersOf(this);
			if (callback !== null && callback !== undefined && typeof callback !== 'function' && typeof callback !== 'object') {
				throw error(TypeError, 'addEventListener: the listener is neither a function nor an object');
			}
			const {capture, once, passive, signal} = flatten(options);
			if (signal?.aborted || callback === null || callback === undefined) return;
			type = `${type}`;
			let list = listeners.get(type);
			if (!list) {
				listeners.set(type, list = new Listeners());
				list.changed = web.watch?.(this, type) ?? null;
			}
			const listener = {callback, capture, once, passive, removed: false, owner: list};
			if (list.add(listener)) signal?.addEventListener('abort', () => list.remove(listener), {once: true});
		}
		removeEventListener(type, callback, options) {
			needArguments(arguments, 2, 'removeEventListener');
			const listeners = listenersOf(this);
			const capture = Boolean(typeof options === 'object' && options !== null ? options.capture : options);
			const list = listeners.get(`${type}`), listener = list?.find(callback, capture);
			if (listener) list.remove(listener);
		}
		dispatchEvent(event) {
			needArguments(arguments, 1, 'dispatchEvent');
			const listeners = listenersOf(this);
			if (!isEvent(event)) throw error(TypeError, 'dispatchEvent: the argument is not an Event');
			return dispatch(event, this ?? globalThis, walk(this, listeners, event.type));
		}
		static listeners(target) {
			if (target === undefined || target === globalThis) return ofGlobal;
			return target.#listeners ??= new Map();
		}
	}
	const listenersOf = EventTarget.listeners;
	delete EventTarget.listeners;
	describe(EventTarget);

	function walk(target, listeners, type) {
		const list = listeners.get(type)?.walk() ?? [];
		return listeners === ofGlobal ? web.withHandler?.(list, type) ?? list : list;
	}

	function flatten(options) {
		if (typeof options !== 'object' && typeof options !== 'function' || options === null) {
			return {capture: Boolean(options), once: false, passive: false};
		}
		const capture = Boolean(options.capture), once = Boolean(options.once), passive = Boolean(options.passive);
		const {signal} = options;
		if (signal !== undefined && !web.isSignal?.(signal)) {
			throw error(TypeError, 'addEventListener: the signal is not an AbortSignal');
		}
		return {capture, once, passive, signal};
	}

	// fire dispatches an event of the platform.
	web.fire = (target, event) => dispatch(event, target, walk(target, listenersOf(target), event.type), true);

	// listens reports whether a target has listeners of a type.
	web.listens = (target, type) => (listenersOf(target).get(type)?.list.length ?? 0) > 0;

	// handlerAttribute adds an on… property to a class. Its handler is a listener like others. changed is called with the object
	// when a handler was set.
	web.handlerAttribute = function (Class, type, changed) {
		const handlers = new WeakMap();
		Object.defineProperty(Class.prototype, 'on' + type, {
			get() {
				listenersOf(this);
				return handlers.get(this)?.callback ?? null;
			},
			set(callback) {
				listenersOf(this);
				let entry = handlers.get(this);
				if (!entry) {
					handlers.set(this, entry = {callback: null});
					entry.listener = event => {
						if (typeof entry.callback !== 'function') return;
						if (entry.callback.call(this, event) === false) event.preventDefault();
					};
				}
				const usable = typeof callback === 'function' || typeof callback === 'object' && callback !== null;
				if (usable && !entry.callback) this.addEventListener(type, entry.listener);
				if (!usable && entry.callback) this.removeEventListener(type, entry.listener);
				entry.callback = usable ? callback : null;
				changed?.(this);
			},
			enumerable: true, configurable: true,
		});
	};

	// The global object is an EventTarget, and goes on to name itself as before.
	const tag = Object.prototype.toString.call(globalThis).slice(8, -1);
	if (Object.getPrototypeOf(globalThis) === Object.prototype) {
		Object.setPrototypeOf(globalThis, EventTarget.prototype);
		Object.defineProperty(globalThis, Symbol.toStringTag, {value: tag, configurable: true, writable: true});
	}

	Object.assign(web.globals, {Event, CustomEvent, EventTarget});
})
