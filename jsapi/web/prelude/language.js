// ECMAScript features that goja lacks: symbols, groupBy, withResolvers, fromAsync, iterator helpers, WeakRef,
// FinalizationRegistry.
(function (host, web) {
	'use strict';
	const {error} = web;

	const define = host.addMissing;

	for (const name of ['asyncIterator', 'dispose', 'asyncDispose', 'metadata']) {
		if (!Symbol[name]) Object.defineProperty(Symbol, name, {value: Symbol('Symbol.' + name)});
	}
	function callable(value, where) {
		if (typeof value !== 'function') throw error(TypeError, `${where}: ${String(value)} is not a function`);
		return value;
	}

	function group(items, key, where) {
		callable(key, where);
		const groups = new Map();
		let index = 0;
		for (const item of items) {
			const name = key(item, index++);
			const members = groups.get(name);
			if (members) members.push(item);
			else groups.set(name, [item]);
		}
		return groups;
	}
	define(Object, {
		groupBy(items, key) {
			const result = Object.create(null);
			callable(key, 'Object.groupBy');
			const asProperty = (item, index) => {
				const name = key(item, index);
				return typeof name === 'symbol' ? name : String(name);
			};
			for (const [name, members] of group(items, asProperty, 'Object.groupBy')) result[name] = members;
			return result;
		},
	});
	define(Map, {groupBy(items, key) { return group(items, key, 'Map.groupBy'); }});
	define(Promise, {
		withResolvers() {
			let resolve, reject;
			const promise = new this((a, b) => { resolve = a; reject = b; });
			return {promise, resolve, reject};
		},
		try(callback, ...args) { return new this(resolve => resolve(callback(...args))); },
	});
	define(Array, {
		async fromAsync(items, mapper, thisArg) {
			if (mapper !== undefined) callable(mapper, 'Array.fromAsync');
			const result = typeof this === 'function' ? new this() : [];
			let index = 0;
			const add = async item => {
				const value = mapper ? await mapper.call(thisArg, item, index) : item;
				Object.defineProperty(result, index++, {value, writable: true, enumerable: true, configurable: true});
			};
			const asyncMethod = items[Symbol.asyncIterator];
			if (asyncMethod) {
				const iterator = asyncMethod.call(items);
				for (let step = await iterator.next(); !step.done; step = await iterator.next()) {
					try {
						await add(step.value);
					} catch (thrown) {
						await iterator.return?.();
						throw thrown;
					}
				}
			} else if (items[Symbol.iterator]) {
				for (const item of items) await add(await item);
			} else {
				for (let i = 0; i < Math.min(Number(items.length) || 0, 2 ** 32 - 1); i++) await add(await items[i]);
			}
			result.length = index;
			return result;
		},
	});
	function textOf(value, where) {
		if (value === undefined || value === null) throw error(TypeError, `${where} called on ${value}`);
		return `${value}`;
	}
	define(String.prototype, {
		isWellFormed() {
			const text = textOf(this, 'String.prototype.isWellFormed');
			return host.wellFormed(text) === text;
		},
		toWellFormed() { return host.wellFormed(textOf(this, 'String.prototype.toWellFormed')); },
	});
	for (const {prototype} of [Map, WeakMap]) {
		const {get, has, set} = prototype;
		define(prototype, {
			getOrInsert(key, value) {
				if (has.call(this, key)) return get.call(this, key);
				set.call(this, key, value);
				return value;
			},
			getOrInsertComputed(key, compute) {
				if (has.call(this, key)) return get.call(this, key);
				if (prototype === WeakMap.prototype) held(key, 'WeakMap.prototype.getOrInsertComputed');
				const value = callable(compute, 'getOrInsertComputed')(key === 0 ? 0 : key);
				set.call(this, key, value);
				return value;
			},
		});
	}

	iteratorHelpers();

	class WeakRef {
		#deref;
		constructor(target) { this.#deref = host.weakly(held(target, 'WeakRef')); }
		deref() { return this.#deref(); }
	}
	web.describe(WeakRef);

	// FinalizationRegistry calls its callback some time after a collection, or never.
	class FinalizationRegistry {
		#cleanup;
		#tokens = new WeakMap();
		constructor(cleanup) { this.#cleanup = callable(cleanup, 'FinalizationRegistry'); }
		register(target, holding, token = undefined) {
			held(target, 'FinalizationRegistry.register');
			if (target === holding) throw error(TypeError, 'FinalizationRegistry.register: target and holdings must not be the same');
			const entry = {live: true};
			host.onCollected(target, notifier(entry, this.#cleanup, holding));
			if (token !== undefined) this.#tokens.set(token, [...this.#tokens.get(token) ?? [], entry]);
		}
		unregister(token) {
			const entries = this.#tokens.get(held(token, 'FinalizationRegistry.unregister'));
			entries?.forEach(entry => { entry.live = false; });
			return this.#tokens.delete(token);
		}
	}
	web.describe(FinalizationRegistry);

	// notifier is a function of its own, so that its closure does not hold the target.
	function notifier(entry, cleanup, holding) {
		return () => { if (entry.live) cleanup(holding); };
	}

	function held(target, where) {
		const weak = typeof target === 'symbol' ? Symbol.keyFor(target) === undefined : Object(target) === target;
		if (!weak) throw error(TypeError, `${where}: the target is not an object, or a symbol that nobody else can make`);
		return target;
	}

	function iteratorHelpers() {
		const prototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
		function Iterator() {
			if (new.target === undefined || new.target === Iterator) throw error(TypeError, 'Iterator is an abstract class');
		}
		Object.defineProperty(Iterator, 'prototype', {value: prototype, writable: false});
		define(prototype, {constructor: Iterator, [Symbol.toStringTag]: 'Iterator'});
		define(prototype, {
			*map(fn) {
				callable(fn, 'map');
				let index = 0;
				for (const value of rest(this)) yield fn(value, index++);
			},
			*filter(fn) {
				callable(fn, 'filter');
				let index = 0;
				for (const value of rest(this)) if (fn(value, index++)) yield value;
			},
			*take(limit) {
				let left = count(limit);
				if (left === 0) {
					this.return?.();
					return;
				}
				for (const value of rest(this)) {
					yield value;
					if (--left === 0) return;
				}
			},
			*drop(limit) {
				let left = count(limit);
				for (const value of rest(this)) {
					if (left > 0) left--;
					else yield value;
				}
			},
			*flatMap(fn) {
				callable(fn, 'flatMap');
				let index = 0;
				for (const value of rest(this)) {
					const inner = fn(value, index++);
					if (typeof inner !== 'object' || inner === null) throw error(TypeError, 'flatMap: the result is not iterable');
					yield* Iterator.from(inner);
				}
			},
			reduce(fn, ...initial) {
				callable(fn, 'reduce');
				const values = rest(this);
				let index = 0;
				let result = initial[0];
				if (initial.length === 0) {
					const first = this.next();
					if (first.done) throw error(TypeError, 'reduce of an empty iterator with no initial value');
					result = first.value;
					index = 1;
				}
				for (const value of values) result = fn(result, value, index++);
				return result;
			},
			toArray() { return [...rest(this)]; },
			forEach(fn) {
				callable(fn, 'forEach');
				let index = 0;
				for (const value of rest(this)) fn(value, index++);
			},
			some(fn) {
				callable(fn, 'some');
				let index = 0;
				for (const value of rest(this)) if (fn(value, index++)) return true;
				return false;
			},
			every(fn) {
				callable(fn, 'every');
				let index = 0;
				for (const value of rest(this)) if (!fn(value, index++)) return false;
				return true;
			},
			find(fn) {
				callable(fn, 'find');
				let index = 0;
				for (const value of rest(this)) if (fn(value, index++)) return value;
				return undefined;
			},
			[Symbol.dispose]() { this.return?.(); },
		});
		define(Iterator, {
			concat(...sources) {
				const opened = sources.map(source => {
					if (Object(source) !== source) throw error(TypeError, `concat: ${String(source)} is not iterable`);
					return {source, open: callable(source[Symbol.iterator], 'concat')};
				});
				return (function* () {
					for (const {source, open} of opened) {
						const iterator = open.call(source);
						if (Object(iterator) !== iterator) throw error(TypeError, 'concat: the result of Symbol.iterator is not an object');
						yield* rest(iterator);
					}
				})();
			},
			from(source) {
				const iterator = source[Symbol.iterator]?.() ?? source;
				if (iterator instanceof Iterator) return iterator;
				return Object.setPrototypeOf({
					next: (...args) => iterator.next(...args),
					return: (...args) => iterator.return?.(...args) ?? {done: true, value: undefined},
				}, prototype);
			},
		});
		web.iterator = Iterator;

		// rest iterates over the rest of an iterator, whatever its Symbol.iterator is.
		function rest(iterator) {
			return {[Symbol.iterator]: () => (callable(iterator.next, 'next'), iterator)};
		}
		function count(limit) {
			const number = Math.trunc(Number(limit));
			if (!(number >= 0)) throw error(RangeError, `${String(limit)} must be positive`);
			return number;
		}
	}

	Object.assign(web.globals, {WeakRef, FinalizationRegistry, Iterator: web.iterator});
})
