// Headers.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe} = web;

	class Headers {
		#map = new Map(); // lower-case name → values
		#list = null; // the sorted pairs, until something changes
		#guard = ''; // 'immutable' for received headers

		constructor(init) {
			if (init === undefined) return;
			if (init === null || typeof init !== 'object' && typeof init !== 'function') {
				throw error(TypeError, 'Headers constructor: the argument is not an object');
			}
			if (init[Symbol.iterator] != null) {
				for (const item of init) {
					if (typeof item !== 'object' && typeof item !== 'function' || item === null) {
						throw error(TypeError, 'Headers constructor: a pair is not a sequence');
					}
					const pair = [...item];
					if (pair.length !== 2) throw error(TypeError, 'Headers constructor: each pair must have two elements');
					this.append(pair[0], pair[1]);
				}
				return;
			}
			for (const [name, value] of entriesOf(init)) this.append(name, value);
		}
		append(name, value) {
			needArguments(arguments, 2, 'Headers.append');
			[name, value] = this.#check(headerText(name), headerText(value));
			const values = this.#map.get(name);
			if (values) values.push(value);
			else this.#map.set(name, [value]);
		}
		set(name, value) {
			needArguments(arguments, 2, 'Headers.set');
			[name, value] = this.#check(headerText(name), headerText(value));
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
			for (let i = 0, list = this.#sorted(); i < list.length; i++, list = this.#sorted()) {
				callback.call(thisArg, list[i][1], list[i][0], this);
			}
		}
		entries() { return iterate(this, 'entries'); }
		keys() { return iterate(this, 'keys'); }
		values() { return iterate(this, 'values'); }

		#check(name, value) {
			const checked = [headerName(name), headerValue(value)];
			if (this.#guard === 'immutable') throw error(TypeError, 'Headers are immutable');
			this.#list = null;
			return checked;
		}
		#sorted() {
			if (this.#list) return this.#list;
			const pairs = [];
			for (const name of [...this.#map.keys()].sort()) {
				const values = this.#map.get(name);
				if (name === 'set-cookie') pairs.push(...values.map(value => [name, value]));
				else pairs.push([name, values.join(', ')]);
			}
			this.#list = pairs;
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
	describe(Headers);
	const iterate = web.pairIterator(Headers, pairs);

	// headerText converts as WebIDL does for ByteString.
	function headerText(text) {
		text = `${text}`; // which throws for a symbol
		if (/[^\0-\xff]/.test(text)) throw error(TypeError, 'Headers: a name or a value has a character beyond U+00FF');
		return text;
	}

	// entriesOf reads a record as WebIDL does: all of it before anything is checked.
	function entriesOf(record) {
		const entries = new Map();
		for (const key of Reflect.ownKeys(record)) {
			if (!Object.getOwnPropertyDescriptor(record, key)?.enumerable) continue;
			const name = headerText(key);
			entries.set(name, headerText(record[key]));
		}
		return entries;
	}

	function headerName(name) {
		name = headerText(name);
		if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) throw error(TypeError, `Invalid header name: ${JSON.stringify(name)}`);
		return name.toLowerCase();
	}

	function headerValue(value) {
		value = value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
		if (/[\0\r\n]/.test(value)) throw error(TypeError, 'Invalid header value');
		return value;
	}

	web.headers = {received, pairs};
	Object.assign(web.globals, {Headers});
})
