// node:async_hooks: AsyncLocalStorage is a value of the engine's frames, which follow the code across its awaits.
(function (host, web) {
	'use strict';
	const none = Symbol('none');

	class AsyncLocalStorage {
		#key = host.newKey();
		#default; #name;
		#enabled = true;

		constructor({defaultValue, name = ''} = {}) {
			this.#default = defaultValue;
			this.#name = String(name);
		}
		static bind(fn) { return AsyncResource.bind(fn); }
		static snapshot() {
			const frame = host.grab();
			return (fn, ...args) => host.runIn(frame, () => fn(...args));
		}
		get name() { return this.#name; }
		run(store, fn, ...args) {
			this.#enabled = true;
			return host.runWith(this.#key, store, () => fn(...args));
		}
		exit(fn, ...args) { return host.runWith(this.#key, none, () => fn(...args)); }
		enterWith(store) {
			this.#enabled = true;
			host.enterWith(this.#key, store);
		}
		getStore() {
			const store = this.#enabled ? host.store(this.#key) : undefined;
			if (store === none) return undefined;
			return store === undefined ? this.#default : store;
		}
		disable() { this.#enabled = false; }
	}

	let ids = 1;
	class AsyncResource {
		#frame = host.grab();
		#id = ++ids;
		constructor(type) {
			if (typeof type !== 'string') throw Object.assign(web.error(TypeError, 'The "type" argument must be of type string'), {code: 'ERR_INVALID_ARG_TYPE'});
		}
		static bind(fn, type, thisArg) { return new AsyncResource(type || fn.name || 'bound-anonymous-fn').bind(fn, thisArg); }
		bind(fn, thisArg) {
			const resource = this;
			return function (...args) { return resource.runInAsyncScope(fn, thisArg === undefined ? this : thisArg, ...args); };
		}
		runInAsyncScope(fn, thisArg, ...args) { return host.runIn(this.#frame, () => fn.apply(thisArg, args)); }
		emitDestroy() { return this; }
		asyncId() { return this.#id; }
		triggerAsyncId() { return 1; }
	}

	web.node.async_hooks = {
		AsyncLocalStorage, AsyncResource,
		// The engine has no hooks for each promise: what asks for them gets one that never calls.
		createHook: () => ({enable() { return this; }, disable() { return this; }}),
		executionAsyncId: () => 1, triggerAsyncId: () => 0, executionAsyncResource: () => ({}), asyncWrapProviders: {},
	};
})
