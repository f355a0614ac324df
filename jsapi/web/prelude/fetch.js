// Headers, Request, Response, fetch. Sending and receiving is Go's.
//
// A body is kept whole: there are no streams yet, so `body` is null.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe} = web;
	const {URLSearchParams, AbortSignal} = web.globals;

	class Headers {
		#map = new Map(); // lower-case name → values
		#guard = ''; // 'immutable' for what came from outside

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
		// received makes the headers of a response from the wire, checked already.
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
	Object.defineProperty(Headers.prototype, Symbol.iterator, {value: Headers.prototype.entries, writable: true, configurable: true});
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

	// bodyFrom turns what may be given as a body into bytes and a content type.
	function bodyFrom(body) {
		if (typeof body === 'object' && body !== null) {
			if (host.isBytes(body)) return {bytes: host.copyBytes(body), type: null};
			if (body instanceof URLSearchParams) {
				return {bytes: host.utf8Buffer(String(body)), type: 'application/x-www-form-urlencoded;charset=UTF-8'};
			}
		}
		return {bytes: host.utf8Buffer(String(body)), type: 'text/plain;charset=UTF-8'};
	}

	// Body is what Request and Response share. Its content is null, an ArrayBuffer, or a
	// function that returns a promise of one.
	class Body {
		#content = null;
		#used = false;
		#signal = null;

		get body() { return null; }
		get bodyUsed() { return this.#used; }
		async arrayBuffer() { return host.copyBytes(await this.#consume()); }
		async bytes() { return new Uint8Array(host.copyBytes(await this.#consume())); }
		async text() { return host.decodeUTF8(await this.#consume()); }
		async json() { return JSON.parse(host.decodeUTF8(await this.#consume())); }

		async #consume() {
			if (this.#used) throw error(TypeError, 'Body is unusable: it has already been read');
			if (this.#content === null) return host.utf8Buffer('');
			this.#used = true;
			return content(this);
		}
		static fill(target, bytes, signal = null) {
			target.#content = bytes;
			target.#signal = signal;
		}
		// content waits for the whole body, unless the request is aborted first.
		static content(source) {
			if (typeof source.#content !== 'function') return source.#content;
			const signal = source.#signal;
			if (signal?.aborted) throw signal.reason;
			if (!signal) return source.#content();
			return new Promise((resolve, reject) => {
				signal.addEventListener('abort', () => reject(signal.reason), {once: true});
				source.#content().then(resolve, reject);
			});
		}
		static share(source, target) {
			if (source.#used) throw error(TypeError, 'Body is unusable: it has already been read');
			target.#content = source.#content;
			target.#signal = source.#signal;
		}
		static take(source, target) {
			share(source, target);
			if (source.#content !== null) source.#used = true;
		}
		static isEmpty(source) { return source.#content === null; }
	}
	const {fill, content, share, take, isEmpty} = Body;

	const methodsInUpperCase = /^(?:delete|get|head|options|post|put|patch)$/i;
	const redirects = ['follow', 'manual', 'error'];

	class Request extends Body {
		#method = 'GET'; #url; #headers; #redirect = 'follow';
		#source = null; // the signal that was given
		#signal = null; // our own, made when somebody asks for it
		#credentials = 'same-origin'; #cache = 'default'; #mode = 'cors'; #keepalive = false;

		constructor(input, init = {}) {
			needArguments(arguments, 1, 'Request constructor');
			super();
			init = init ?? {};
			const source = input instanceof Request ? input : null;
			this.#url = source ? source.#url : absolute(input);
			if (source) this.#copy(source);
			this.#read(init);
			this.#headers = new Headers(init.headers ?? source?.headers);
			this.#source = (init.signal === undefined ? source?.#source : init.signal) ?? null;
			if (this.#source && !(this.#source instanceof AbortSignal)) {
				throw error(TypeError, 'Request constructor: the signal is not an AbortSignal');
			}
			this.#setBody(init, source);
		}
		#copy(source) {
			this.#method = source.#method;
			this.#redirect = source.#redirect;
			this.#credentials = source.#credentials;
			this.#cache = source.#cache;
			this.#mode = source.#mode;
			this.#keepalive = source.#keepalive;
		}
		#read(init) {
			if (init.method !== undefined) this.#method = requestMethod(init.method);
			if (init.redirect !== undefined) {
				this.#redirect = String(init.redirect);
				if (!redirects.includes(this.#redirect)) {
					throw error(TypeError, `Request constructor: redirect is none of ${redirects.join(', ')}`);
				}
			}
			if (init.credentials !== undefined) this.#credentials = String(init.credentials);
			if (init.cache !== undefined) this.#cache = String(init.cache);
			if (init.mode !== undefined) this.#mode = String(init.mode);
			if (init.keepalive !== undefined) this.#keepalive = Boolean(init.keepalive);
		}
		#setBody(init, source) {
			const given = init.body !== undefined && init.body !== null;
			if ((given || source && !isEmpty(source)) && (this.#method === 'GET' || this.#method === 'HEAD')) {
				throw error(TypeError, `Request with ${this.#method} method cannot have a body`);
			}
			if (given) {
				const {bytes, type} = bodyFrom(init.body);
				fill(this, bytes);
				if (type && !this.#headers.has('content-type')) this.#headers.append('content-type', type);
			} else if (source) {
				take(source, this);
			}
		}
		get method() { return this.#method; }
		get url() { return this.#url; }
		get headers() { return this.#headers; }
		get signal() {
			if (!this.#signal) {
				this.#signal = web.newSignal();
				if (this.#source) web.follow(this.#signal, this.#source);
			}
			return this.#signal;
		}
		get redirect() { return this.#redirect; }
		get credentials() { return this.#credentials; }
		get cache() { return this.#cache; }
		get mode() { return this.#mode; }
		get keepalive() { return this.#keepalive; }
		get destination() { return ''; }
		get referrer() { return 'about:client'; }
		get referrerPolicy() { return ''; }
		get integrity() { return ''; }
		get duplex() { return 'half'; }
		clone() {
			const copy = new Request(this.#url, {signal: this.#source, headers: this.#headers});
			copy.#copy(this);
			share(this, copy);
			return copy;
		}
		static abortedBy(request) { return request.#source; }
	}
	const {abortedBy} = Request;
	delete Request.abortedBy;
	describe(Request, 'method', 'url', 'headers', 'signal', 'redirect');

	function absolute(input) {
		const parts = host.parseURL(String(input));
		if (!parts) throw error(TypeError, `Failed to parse URL from ${String(input)}`);
		const [href, , , username, password] = parts;
		if (username || password) {
			throw error(TypeError, `Request cannot be constructed from a URL that includes credentials: ${href}`);
		}
		return href;
	}

	function requestMethod(method) {
		method = String(method);
		if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(method)) throw error(TypeError, `'${method}' is not a valid HTTP method.`);
		if (/^(?:connect|trace|track)$/i.test(method)) throw error(TypeError, `'${method}' HTTP method is unsupported.`);
		return methodsInUpperCase.test(method) ? method.toUpperCase() : method;
	}

	let blank = false; // the next Response is filled in by others

	const withoutBody = [101, 103, 204, 205, 304];

	class Response extends Body {
		#status = 200; #statusText = ''; #headers; #type = 'default'; #url = ''; #redirected = false;

		constructor(body = null, init = {}) {
			super();
			if (blank) {
				blank = false;
				return;
			}
			init = init ?? {};
			this.#init(init);
			this.#headers = new Headers(init.headers);
			if (body === null || body === undefined) return;
			if (withoutBody.includes(this.#status)) {
				throw error(TypeError, `Response constructor: status ${this.#status} cannot have a body`);
			}
			const {bytes, type} = bodyFrom(body);
			fill(this, bytes);
			if (type && !this.#headers.has('content-type')) this.#headers.append('content-type', type);
		}
		#init({status = 200, statusText = ''}) {
			this.#status = Math.trunc(Number(status));
			if (!(this.#status >= 200 && this.#status <= 599)) {
				throw error(RangeError, 'Response constructor: status is not between 200 and 599');
			}
			this.#statusText = String(statusText);
			if (/[^\t\x20-\x7e\x80-\xff]/.test(this.#statusText)) {
				throw error(TypeError, 'Response constructor: invalid statusText');
			}
		}
		static error() {
			const response = new Response();
			response.#status = 0;
			response.#type = 'error';
			response.#headers = received([]);
			return response;
		}
		static redirect(url, status = 302) {
			needArguments(arguments, 1, 'Response.redirect');
			const target = host.parseURL(String(url))?.[0];
			if (!target) throw error(TypeError, `Failed to parse URL from ${String(url)}`);
			if (![301, 302, 303, 307, 308].includes(Number(status))) throw error(RangeError, `Invalid status code ${status}`);
			const response = new Response(null, {status, headers: {location: target}});
			response.#headers = received([['location', target]]);
			return response;
		}
		static json(data, init = {}) {
			needArguments(arguments, 1, 'Response.json');
			const text = JSON.stringify(data);
			if (text === undefined) throw error(TypeError, 'Response.json: the value is not JSON serializable');
			const headers = new Headers(init?.headers);
			if (!headers.has('content-type')) headers.set('content-type', 'application/json');
			return new Response(text, {...init, headers});
		}
		get status() { return this.#status; }
		get ok() { return this.#status >= 200 && this.#status <= 299; }
		get statusText() { return this.#statusText; }
		get headers() {
			if (typeof this.#headers === 'function') this.#headers = received(this.#headers());
			return this.#headers;
		}
		get type() { return this.#type; }
		get url() { return this.#url; }
		get redirected() { return this.#redirected; }
		clone() {
			const copy = makeBlank();
			share(this, copy);
			copy.#assign(this.#status, this.#statusText, new Headers(this.headers), this.#type, this.#url, this.#redirected);
			return copy;
		}
		#assign(status, statusText, headers, type, url, redirected) {
			this.#status = status;
			this.#statusText = statusText;
			this.#headers = headers;
			this.#type = type;
			this.#url = url;
			this.#redirected = redirected;
		}
		static blank() {
			blank = true;
			return new Response();
		}
		static arrived(answer, signal) {
			const response = makeBlank();
			response.#assign(answer.status, answer.statusText, answer.headers, 'basic', answer.url, answer.redirected);
			if (answer.body !== null) fill(response, answer.body, signal);
			return response;
		}
	}
	const {arrived, blank: makeBlank} = Response;
	delete Response.arrived;
	delete Response.blank;
	for (const name of ['fill', 'content', 'share', 'take', 'isEmpty']) delete Body[name];
	describe(Response, 'status', 'ok', 'statusText', 'headers', 'type', 'url', 'redirected');

	async function fetch(input, init) {
		needArguments(arguments, 1, 'fetch');
		const request = new Request(input, init);
		const signal = abortedBy(request);
		signal?.throwIfAborted();
		const body = isEmpty(request) ? null : await content(request);
		const control = {};
		let answer = host.send(request.method, request.url, pairs(request.headers), body, request.redirect, control);
		if (signal) answer = unlessAborted(answer, signal, control.cancel);
		try {
			return arrived(await answer, signal);
		} catch (cause) {
			if (signal?.aborted) throw signal.reason;
			throw error(TypeError, 'fetch failed', {cause});
		}
	}

	// unlessAborted rejects as soon as the signal is aborted. The request is cancelled as
	// long as its body is still being read.
	function unlessAborted(answer, signal, cancel) {
		return new Promise((resolve, reject) => {
			const abort = () => {
				cancel();
				reject(signal.reason);
			};
			signal.addEventListener('abort', abort, {once: true});
			const settle = (done, value, complete) => {
				if (complete) signal.removeEventListener('abort', abort);
				done(value);
			};
			answer.then(got => settle(resolve, got, typeof got.body !== 'function'), cause => settle(reject, cause, true));
		});
	}

	Object.assign(web.globals, {Headers, Request, Response, fetch});
})
