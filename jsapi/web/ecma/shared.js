// SharedArrayBuffer and Atomics. The memory is shared by the code of one worker, so nothing happens between two instructions.
(function (host, web) {
	'use strict';
	const {error} = web;

	class SharedArrayBuffer {
		constructor(length, options = undefined) { return host.newShared(new.target, length, options); }
		static get [Symbol.species]() { return this; }
		get byteLength() { return host.sharedLength(this); }
		get growable() { return host.sharedMost(this) !== undefined; }
		get maxByteLength() { return host.sharedMost(this) ?? host.sharedLength(this); }
		grow(length) { host.grow(this, length); }
		slice(start, end) {
			const length = host.sharedLength(this);
			const first = relative(start, 0, length), last = Math.max(first, relative(end, length, length));
			const made = new (species(this, SharedArrayBuffer))(last - first);
			host.copyShared(this, first, last, made);
			return made;
		}
	}
	Object.defineProperty(SharedArrayBuffer.prototype, Symbol.toStringTag, {value: 'SharedArrayBuffer', configurable: true});

	function relative(position, missing, length) {
		if (position === undefined) return missing;
		const at = Math.trunc(Number(position)) || 0;
		return at < 0 ? Math.max(0, length + at) : Math.min(at, length);
	}
	function species(object, fallback) {
		const Class = object.constructor;
		if (Class === undefined) return fallback;
		if (Object(Class) !== Class) throw error(TypeError, 'the constructor is not an object');
		return Class[Symbol.species] ?? fallback;
	}

	const typed = Object.getPrototypeOf(Uint8Array.prototype);
	const getter = name => {
		const {get} = Object.getOwnPropertyDescriptor(typed, name);
		return of => Reflect.apply(get, of, []);
	};
	const tagOf = getter(Symbol.toStringTag), bufferOf = getter('buffer'), lengthOf = getter('length'), offsetOf = getter('byteOffset');
	const validate = typed.keys; // throws unless its receiver is a typed array that can be used
	const sharedLength = Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength').get;
	const bits = {Int8Array: 8, Uint8Array: 8, Int16Array: 16, Uint16Array: 16, Int32Array: 32, Uint32Array: 32, BigInt64Array: 64, BigUint64Array: 64};
	const waitable = new Set(['Int32Array', 'BigInt64Array']);

	// checked returns the class of a typed array of whole numbers.
	function checked(view, waits) {
		Reflect.apply(validate, view, []);
		const tag = tagOf(view);
		if (!bits[tag] || waits && !waitable.has(tag)) throw error(TypeError, `Atomics: [object ${tag}] is not a typed array of integers that can be used here`);
		return tag;
	}
	function toIndex(value) {
		const at = Math.trunc(Number(value)) || 0;
		if (at < 0 || at > Number.MAX_SAFE_INTEGER) throw error(RangeError, 'Atomics: invalid index');
		return at;
	}
	function place(view, index) {
		const length = lengthOf(view);
		const at = toIndex(index);
		if (at >= length) throw error(RangeError, 'Atomics: the index is outside of the typed array');
		return at;
	}
	// number converts a value to one that such a typed array can have, before it is cut to the size of an element.
	function number(tag, value) {
		if (bits[tag] === 64) return toBigInt(value);
		return (Math.trunc(Number(value)) || 0) + 0;
	}
	function toBigInt(value) {
		const primitive = typeof value === 'object' && value !== null || typeof value === 'function' ? toPrimitive(value) : value;
		if (typeof primitive === 'number') throw error(TypeError, `Cannot convert ${primitive} to a BigInt`);
		return BigInt(primitive);
	}
	function toPrimitive(value) {
		const exotic = value[Symbol.toPrimitive];
		if (exotic !== undefined && exotic !== null) {
			const made = Reflect.apply(exotic, value, ['number']);
			if (Object(made) !== made) return made;
			throw error(TypeError, 'Cannot convert an object to a primitive value');
		}
		for (const name of ['valueOf', 'toString']) {
			if (typeof value[name] !== 'function') continue;
			const made = value[name]();
			if (Object(made) !== made) return made;
		}
		throw error(TypeError, 'Cannot convert an object to a primitive value');
	}
	// change replaces an element, and returns what it was.
	function change(view, index, value, next) {
		const tag = checked(view), at = place(view, index), by = number(tag, value);
		Reflect.apply(validate, view, []);
		const old = view[at];
		view[at] = next(old, by);
		return old;
	}

	const {setTimeout, clearTimeout} = globalThis;
	const waiters = new Map(); // by buffer, sets of {at, wake}
	// waiting is what wait and waitAsync have in common.
	function waiting(view, index, value, timeout) {
		const tag = checked(view, true);
		const buffer = bufferOf(view);
		Reflect.apply(sharedLength, buffer, []);
		const at = place(view, index), expected = tag === 'Int32Array' ? value | 0 : BigInt.asIntN(64, toBigInt(value));
		const limit = Number(timeout);
		return {buffer, at: offsetOf(view) + at * bits[tag] / 8, same: view[at] === expected, limit: Number.isNaN(limit) ? Infinity : Math.max(limit, 0)};
	}
	function leave(buffer, waiter) {
		const those = waiters.get(buffer);
		those.delete(waiter);
		if (those.size === 0) waiters.delete(buffer);
	}

	const Atomics = Object.create(Object.prototype);
	const methods = {
		add(view, index, value) { return change(view, index, value, (old, by) => old + by); },
		and(view, index, value) { return change(view, index, value, (old, by) => old & by); },
		compareExchange(view, index, expected, value) {
			const tag = checked(view), at = place(view, index), before = number(tag, expected), by = number(tag, value);
			Reflect.apply(validate, view, []);
			const old = view[at];
			if (old === cut(tag, before)) view[at] = by;
			return old;
		},
		exchange(view, index, value) { return change(view, index, value, (old, by) => by); },
		isLockFree(size) { return [1, 2, 4, 8].includes(Math.trunc(Number(size)) || 0); },
		load(view, index) {
			checked(view);
			const at = place(view, index);
			Reflect.apply(validate, view, []);
			return view[at];
		},
		notify(view, index, count) {
			const tag = checked(view, true), at = offsetOf(view) + place(view, index) * bits[tag] / 8;
			let left = count === undefined ? Infinity : Math.max(Math.trunc(Number(count)) || 0, 0);
			let woken = 0;
			for (const waiter of waiters.get(bufferOf(view)) ?? []) {
				if (waiter.at !== at || left-- <= 0) continue;
				waiter.wake('ok');
				woken++;
			}
			return woken;
		},
		or(view, index, value) { return change(view, index, value, (old, by) => old | by); },
		pause(times) {
			if (times !== undefined && !Number.isInteger(times)) throw error(TypeError, 'Atomics.pause: the argument is not an integer');
		},
		store(view, index, value) {
			const tag = checked(view), at = place(view, index), by = number(tag, value);
			Reflect.apply(validate, view, []);
			view[at] = by;
			return by;
		},
		sub(view, index, value) { return change(view, index, value, (old, by) => old - by); },
		wait(view, index, value, timeout) {
			waiting(view, index, value, timeout);
			throw error(TypeError, 'Atomics.wait cannot be called here: nobody else could wake this worker; use Atomics.waitAsync');
		},
		waitAsync(view, index, value, timeout) {
			const {buffer, at, same, limit} = waiting(view, index, value, timeout);
			if (!same) return {async: false, value: 'not-equal'};
			if (limit === 0) return {async: false, value: 'timed-out'};
			const woken = new Promise(resolve => {
				const waiter = {at, wake(how) {
					leave(buffer, waiter);
					clearTimeout(timer);
					resolve(how);
				}};
				const timer = limit < 2 ** 31 ? setTimeout(() => waiter.wake('timed-out'), limit) : undefined;
				if (!waiters.has(buffer)) waiters.set(buffer, new Set());
				waiters.get(buffer).add(waiter);
			});
			return {async: true, value: woken};
		},
		xor(view, index, value) { return change(view, index, value, (old, by) => old ^ by); },
	};
	for (const [name, value] of Object.entries(methods)) Object.defineProperty(Atomics, name, {value, writable: true, configurable: true});
	Object.defineProperty(Atomics, Symbol.toStringTag, {value: 'Atomics', configurable: true});

	// cut returns what an element is that such a number was assigned to.
	function cut(tag, value) {
		const element = new (views[tag])(1);
		element[0] = value;
		return element[0];
	}
	const views = {Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array, BigUint64Array};

	Object.assign(web.globals, {Atomics, SharedArrayBuffer});
})
