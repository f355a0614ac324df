// DisposableStack, AsyncDisposableStack and SuppressedError.
(function (host, web) {
	'use strict';
	const {error} = web;

	function SuppressedError(failure, suppressed, message) {
		const made = Reflect.construct(Error, message === undefined ? [] : [message], new.target ?? SuppressedError);
		const member = (name, value) => Object.defineProperty(made, name, {value, writable: true, configurable: true});
		member('error', failure);
		member('suppressed', suppressed);
		return host.trimStack(made);
	}
	Object.setPrototypeOf(SuppressedError, Error);
	const prototype = Object.create(Error.prototype);
	for (const [name, value] of [['constructor', SuppressedError], ['name', 'SuppressedError'], ['message', '']]) {
		Object.defineProperty(prototype, name, {value, writable: true, configurable: true});
	}
	Object.defineProperty(SuppressedError, 'prototype', {value: prototype, writable: false});

	// methodOf returns a method of a value, or undefined.
	function methodOf(value, symbol) {
		const method = value[symbol];
		if (method === undefined || method === null) return undefined;
		return callable(method, symbol.description);
	}
	function callable(value, where) {
		if (typeof value !== 'function') throw error(TypeError, `${where}: ${String(value)} is not a function`);
		return value;
	}
	function resource(value, find) {
		if (value === undefined || value === null) return undefined;
		const isObject = typeof value === 'object' || typeof value === 'function';
		const method = isObject ? find(value) : undefined;
		if (!method) throw error(TypeError, 'use: the value has no method to dispose of it');
		return {value, method};
	}
	const disposer = value => methodOf(value, Symbol.dispose);
	function asyncDisposer(value) {
		const method = methodOf(value, Symbol.asyncDispose);
		if (method) return method;
		const inTurn = disposer(value);
		return inTurn && function () { // its result is not waited for
			inTurn.call(this);
		};
	}

	// Failures collects what is thrown while several things are disposed of.
	class Failures {
		#any = false;
		#last;
		add(thrown) {
			this.#last = this.#any ? new SuppressedError(thrown, this.#last) : thrown;
			this.#any = true;
		}
		rethrow() {
			if (this.#any) throw this.#last;
		}
	}
	// open returns a list that is not disposed of.
	function open(list, where) {
		if (!list) throw error(ReferenceError, `${where}: the stack is disposed of`);
		return list;
	}

	// later adds what is called when a stack is disposed of.
	function later(list, method) { list[list.length] = {value: undefined, method}; }

	class DisposableStack {
		#list = [];
		get disposed() { return !this.#list; }
		dispose() {
			const list = this.#list;
			if (!list) return;
			this.#list = undefined;
			const failures = new Failures();
			for (let i = list.length - 1; i >= 0; i--) {
				try {
					list[i].method.call(list[i].value);
				} catch (thrown) {
					failures.add(thrown);
				}
			}
			failures.rethrow();
		}
		use(value) {
			const list = open(this.#list, 'use');
			const added = resource(value, disposer);
			if (added) list[list.length] = added;
			return value;
		}
		adopt(value, onDispose) {
			const list = open(this.#list, 'adopt');
			callable(onDispose, 'adopt');
			later(list, () => onDispose.call(undefined, value));
			return value;
		}
		defer(onDispose) {
			later(open(this.#list, 'defer'), callable(onDispose, 'defer'));
		}
		move() {
			const moved = new DisposableStack();
			moved.#list = open(this.#list, 'move');
			this.#list = undefined;
			return moved;
		}
	}

	class AsyncDisposableStack {
		#list = [];
		get disposed() { return !this.#list; }
		async disposeAsync() {
			const list = this.#list;
			if (!list) return;
			this.#list = undefined;
			const failures = new Failures();
			let waited = false;
			for (let i = list.length - 1; i >= 0; i--) {
				if (!list[i]) continue;
				try {
					const result = list[i].method.call(list[i].value);
					waited = true;
					await result;
				} catch (thrown) {
					failures.add(thrown);
				}
			}
			if (!waited && list.length > 0) await undefined;
			failures.rethrow();
		}
		use(value) {
			const list = open(this.#list, 'use');
			list[list.length] = resource(value, asyncDisposer); // nothing takes a turn, too
			return value;
		}
		adopt(value, onDispose) {
			const list = open(this.#list, 'adopt');
			callable(onDispose, 'adopt');
			later(list, () => onDispose.call(undefined, value));
			return value;
		}
		defer(onDispose) {
			later(open(this.#list, 'defer'), callable(onDispose, 'defer'));
		}
		move() {
			const moved = new AsyncDisposableStack();
			moved.#list = open(this.#list, 'move');
			this.#list = undefined;
			return moved;
		}
	}

	for (const [Class, symbol, method] of [[DisposableStack, Symbol.dispose, 'dispose'], [AsyncDisposableStack, Symbol.asyncDispose, 'disposeAsync']]) {
		Object.defineProperty(Class.prototype, symbol, {value: Class.prototype[method], writable: true, configurable: true});
		Object.defineProperty(Class.prototype, Symbol.toStringTag, {value: Class.name, configurable: true});
		web.globals[Class.name] = Class;
	}
	web.globals.SuppressedError = SuppressedError;
})
