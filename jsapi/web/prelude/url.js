// URL, URLSearchParams. The parsing is done in Go; here a URL is a list of its components.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe} = web;

	// The indices of the components that host.parseURL and host.setURL return.
	const HREF = 0, ORIGIN = 1, PROTOCOL = 2, USERNAME = 3, PASSWORD = 4, HOST = 5,
		HOSTNAME = 6, PORT = 7, PATHNAME = 8, SEARCH = 9, HASH = 10;

	function parse(input, base) {
		return host.parseURL(String(input), base === undefined ? undefined : String(base));
	}

	let ready = null; // the components of the next URL that is made, if they are known

	class URL {
		#parts;
		#params = null;

		constructor(input, base) {
			if (ready) {
				this.#parts = ready;
				ready = null;
				return;
			}
			needArguments(arguments, 1, 'URL constructor');
			this.#parts = parse(input, base);
			if (!this.#parts) {
				const invalid = error(TypeError, 'Invalid URL');
				invalid.code = 'ERR_INVALID_URL';
				invalid.input = String(input);
				if (base !== undefined) invalid.base = String(base);
				throw invalid;
			}
		}
		static canParse(input, base) {
			needArguments(arguments, 1, 'URL.canParse');
			return parse(input, base) !== null;
		}
		// There are no blob: URLs: a Blob that a URL names would be kept for as long as the worker lives.
		static createObjectURL() { return noBlobs('URL.createObjectURL'); }
		static revokeObjectURL() { return noBlobs('URL.revokeObjectURL'); }
		static parse(input, base) {
			needArguments(arguments, 1, 'URL.parse');
			ready = parse(input, base);
			return ready && new URL();
		}
		get href() { return this.#parts[HREF]; }
		set href(value) {
			const parts = parse(value);
			if (!parts) throw error(TypeError, 'Invalid URL');
			this.#parts = parts;
			this.#refresh();
		}
		get origin() { return this.#parts[ORIGIN]; }
		get protocol() { return this.#parts[PROTOCOL]; }
		set protocol(value) { this.#set('protocol', value); }
		get username() { return this.#parts[USERNAME]; }
		set username(value) { this.#set('username', value); }
		get password() { return this.#parts[PASSWORD]; }
		set password(value) { this.#set('password', value); }
		get host() { return this.#parts[HOST]; }
		set host(value) { this.#set('host', value); }
		get hostname() { return this.#parts[HOSTNAME]; }
		set hostname(value) { this.#set('hostname', value); }
		get port() { return this.#parts[PORT]; }
		set port(value) { this.#set('port', value); }
		get pathname() { return this.#parts[PATHNAME]; }
		set pathname(value) { this.#set('pathname', value); }
		get search() { return this.#parts[SEARCH]; }
		set search(value) {
			this.#set('search', value);
			this.#refresh();
		}
		get hash() { return this.#parts[HASH]; }
		set hash(value) { this.#set('hash', value); }
		get searchParams() {
			this.#params ??= linked(this.#parts[SEARCH], query => this.#set('search', query));
			return this.#params;
		}
		toString() { return this.#parts[HREF]; }
		toJSON() { return this.#parts[HREF]; }

		#set(name, value) { this.#parts = host.setURL(this.#parts[HREF], name, String(value)); }
		#refresh() { if (this.#params) reload(this.#params, this.#parts[SEARCH]); }
	}
	describe(URL, 'href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname',
		'search', 'searchParams', 'hash');

	function noBlobs(where) {
		web.use('exception');
		throw error(web.globals.DOMException, `${where}: blob: URLs are not supported; use the Blob itself`, 'NotSupportedError');
	}

	class URLSearchParams {
		#pairs = [];
		#changed = null; // notifies the URL that it belongs to

		constructor(init = '') {
			if (typeof init === 'object' && init !== null || typeof init === 'function') {
				this.#pairs = init[Symbol.iterator] != null ? pairsOf(init) : entriesOf(init);
			} else {
				this.#pairs = parsed(String(init).replace(/^\?/, ''));
			}
		}
		get size() { return this.#pairs.length; }
		append(name, value) {
			needArguments(arguments, 2, 'append');
			this.#pairs.push([wellFormed(name), wellFormed(value)]);
			this.#update();
		}
		delete(name, value) {
			needArguments(arguments, 1, 'delete');
			const matches = matcher(name, value);
			this.#pairs = this.#pairs.filter(pair => !matches(pair));
			this.#update();
		}
		get(name) {
			needArguments(arguments, 1, 'get');
			name = String(name);
			return this.#pairs.find(pair => pair[0] === name)?.[1] ?? null;
		}
		getAll(name) {
			needArguments(arguments, 1, 'getAll');
			name = String(name);
			return this.#pairs.filter(pair => pair[0] === name).map(pair => pair[1]);
		}
		has(name, value) {
			needArguments(arguments, 1, 'has');
			return this.#pairs.some(matcher(name, value));
		}
		set(name, value) {
			needArguments(arguments, 2, 'set');
			name = wellFormed(name);
			const first = this.#pairs.find(pair => pair[0] === name);
			if (first) {
				first[1] = wellFormed(value);
				this.#pairs = this.#pairs.filter(pair => pair === first || pair[0] !== name);
			} else {
				this.#pairs.push([name, wellFormed(value)]);
			}
			this.#update();
		}
		sort() {
			this.#pairs.sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
			this.#update();
		}
		forEach(callback, thisArg) {
			if (typeof callback !== 'function') throw error(TypeError, 'forEach: the argument is not a function');
			for (let i = 0; i < this.#pairs.length; i++) callback.call(thisArg, this.#pairs[i][1], this.#pairs[i][0], this);
		}
		entries() { return iterate(this, 'entries'); }
		keys() { return iterate(this, 'keys'); }
		values() { return iterate(this, 'values'); }
		toString() { return host.serializeForm(this.#pairs); }

		#update() { this.#changed?.(host.serializeForm(this.#pairs)); }

		static linked(query, changed) {
			const params = new URLSearchParams(query);
			params.#changed = changed;
			return params;
		}
		static list(params) { return params.#pairs; }
		static reload(params, query) { params.#pairs = parsed(query.replace(/^\?/, '')); }
	}
	const {linked, reload, list} = URLSearchParams;
	delete URLSearchParams.linked;
	delete URLSearchParams.reload;
	delete URLSearchParams.list;
	describe(URLSearchParams, 'size');
	const iterate = web.pairIterator(URLSearchParams, list);

	// A long text is parsed in pieces, so that a script can be stopped in between.
	function parsed(text) {
		const piece = 65536;
		if (text.length <= piece) return host.parseForm(text);
		const pairs = [];
		for (let from = 0; from < text.length;) {
			const next = text.indexOf('&', from + piece);
			const end = next < 0 ? text.length : next;
			for (const pair of host.parseForm(text.slice(from, end))) pairs[pairs.length] = pair;
			from = end + 1;
		}
		return pairs;
	}

	function wellFormed(value) { return host.wellFormed(`${value}`); }

	function matcher(name, value) {
		name = String(name);
		if (value === undefined) return pair => pair[0] === name;
		value = String(value);
		return pair => pair[0] === name && pair[1] === value;
	}

	function pairsOf(iterable) {
		return Array.from(iterable, item => {
			const pair = Array.from(item, wellFormed);
			if (pair.length !== 2) throw error(TypeError, 'URLSearchParams constructor: each pair must have two elements');
			return pair;
		});
	}

	function entriesOf(record) {
		const pairs = new Map();
		for (const key of Reflect.ownKeys(record)) {
			if (Object.getOwnPropertyDescriptor(record, key)?.enumerable) {
				pairs.set(wellFormed(key), wellFormed(record[key]));
			}
		}
		return [...pairs];
	}

	Object.assign(web.globals, {URL, URLSearchParams});
})
