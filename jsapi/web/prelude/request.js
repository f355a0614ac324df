// Request.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe} = web;
	const {Headers, AbortSignal} = web.globals;
	const {Body, bodyFrom, fill, share, take, isEmpty} = web.body;

	const methodsInUpperCase = /^(?:delete|get|head|options|post|put|patch)$/i;
	const redirects = ['follow', 'manual', 'error'];

	class Request extends Body {
		#method = 'GET'; #url; #headers; #redirect = 'follow';
		#source = null; // the given signal
		#signal = null; // the request's own signal, made when it is first read
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
					throw error(TypeError, `Request constructor: redirect must be one of ${redirects.join(', ')}`);
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

	web.request = {abortedBy};
	Object.assign(web.globals, {Request});
})
