// Headers.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe} = web;

	class Headers {
		#map = new Map(); // lower-case name → values
		#guard = ''; // 'immutable' for received headers

		constructor(init) {
			if (init === undefined || init === null) return;
			if (typeof init !== 'object' && typeof init !== 'function') {
				throw error(TypeError, 'Headers constructor: the argument is not an object');
			}
			if (init[Symbol.iterator] != null) {
				for (const item of init) {
					const pair = [...item];
					if (pair.length !== 2) throw error(TypeError, 'Headers constructor: each pair must have two elements');
					this.append(pair[0], pair[1]);
				}
				return;
			}
			for (const key of Reflect.ownKeys(init)) {
				if (Object.getOwnPropertyDescriptor(init, key)?.enumerable) this.append(key, init[key]);
			}
		}
		append(name, value) {
			needArguments(arguments, 2, 'Headers.append');
			[name, value] = this.#check(name, value);
			const values = this.#map.get(name);
			if (values) values.push(value);
			else this.#map.set(name, [value]);
		}
		set(name, value) {
			needArguments(arguments, 2, 'Headers.set');
			[name, value] = this.#check(name, value);
			this.#map.set(name, [value]);
		}
		delete(name) {
			needArguments(arguments, 1, 'Headers.delete');
			this.#map.delete(this.#check(name, '')[0]);
		}
		get(name) {
			needArguments(arguments, 1, 'Headers.get');
			return this.#map.get(headerName(name))?.join(', ') ?? null;
		}
		has(name) {
			needArguments(arguments, 1, 'Headers.has');
			return this.#map.has(headerName(name));
		}
		getSetCookie() { return [...this.#map.get('set-cookie') ?? []]; }
		forEach(callback, thisArg) {
			if (typeof callback !== 'function') throw error(TypeError, 'Headers.forEach: the argument is not a function');
			for (const [name, value] of this) callback.call(thisArg, value, name, this);
		}
		*entries() { yield* this.#sorted(); }
		*keys() { for (const [name] of this.#sorted()) yield name; }
		*values() { for (const [, value] of this.#sorted()) yield value; }

		#check(name, value) {
			if (this.#guard === 'immutable') throw error(TypeError, 'Headers are immutable');
			return [headerName(name), headerValue(value)];
		}
		#sorted() {
			const pairs = [];
			for (const name of [...this.#map.keys()].sort()) {
				const values = this.#map.get(name);
				if (name === 'set-cookie') pairs.push(...values.map(value => [name, value]));
				else pairs.push([name, values.join(', ')]);
			}
			return pairs;
		}
		// received returns the headers of a received response, which have been checked.
		static received(pairs = []) {
			const headers = new Headers();
			for (const [name, value] of pairs) {
				const values = headers.#map.get(name);
				if (values) values.push(value);
				else headers.#map.set(name, [value]);
			}
			headers.#guard = 'immutable';
			return headers;
		}
		static pairs(headers) { return headers.#sorted(); }
	}
	const {received, pairs} = Headers;
	delete Headers.received;
	delete Headers.pairs;
	Object.defineProperty(Headers.prototype, Symbol.iterator, {
		value: Headers.prototype.entries, writable: true, configurable: true,
	});
	describe(Headers);

	function headerName(name) {
		name = String(name);
		if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) throw error(TypeError, `Invalid header name: ${JSON.stringify(name)}`);
		return name.toLowerCase();
	}

	function headerValue(value) {
		value = String(value).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
		if (/[\0\r\n]|[^\0-\xff]/.test(value)) throw error(TypeError, 'Invalid header value');
		return value;
	}

	web.headers = {received, pairs};
	Object.assign(web.globals, {Headers});
})
