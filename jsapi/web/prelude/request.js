// Request.
(function (host, web) {
	'use strict';
	const {error, needArguments} = web;
	const {Headers, AbortSignal} = web.globals;
	const {Body, bodyFrom, describeBody, fill, share, take, isEmpty, isUnusable} = web.body;

	const methodsInUpperCase = /^(?:delete|get|head|options|post|put|patch)$/i;
	const simpleMethods = ['GET', 'HEAD', 'POST'];

	// The members of init that have a few values only.
	const choices = {
		redirect: ['follow', 'error', 'manual'],
		credentials: ['omit', 'same-origin', 'include'],
		cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
		mode: ['navigate', 'same-origin', 'no-cors', 'cors'],
		referrerPolicy: ['', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin',
			'origin-when-cross-origin', 'strict-origin-when-cross-origin', 'unsafe-url'],
		duplex: ['half'],
	};

	// chosen returns a member of init that has a few values, or the value before.
	function chosen(init, name, before) {
		if (init[name] === undefined) return before;
		const value = String(init[name]);
		if (!choices[name].includes(value)) throw error(TypeError, `Request constructor: ${name} must be one of ${choices[name].join(', ')}`);
		return value;
	}

	class Request extends Body {
		#method = 'GET'; #url; #headers; #redirect = 'follow';
		#source = null; // the given signal
		#signal = null; // the request's own signal, made when it is first read
		#credentials = 'same-origin'; #cache = 'default'; #mode = 'cors'; #keepalive = false;
		#referrer = 'about:client'; #referrerPolicy = ''; #integrity = '';

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
			this.#referrer = source.#referrer;
			this.#referrerPolicy = source.#referrerPolicy;
			this.#integrity = source.#integrity;
		}
		#read(init) {
			if (init.method !== undefined) this.#method = requestMethod(init.method);
			this.#redirect = chosen(init, 'redirect', this.#redirect);
			this.#credentials = chosen(init, 'credentials', this.#credentials);
			this.#cache = chosen(init, 'cache', this.#cache);
			this.#mode = chosen(init, 'mode', this.#mode);
			this.#referrerPolicy = chosen(init, 'referrerPolicy', this.#referrerPolicy);
			chosen(init, 'duplex');
			if (init.referrer !== undefined) this.#referrer = referrerOf(String(init.referrer));
			if (init.integrity !== undefined) this.#integrity = String(init.integrity);
			if (init.keepalive !== undefined) this.#keepalive = Boolean(init.keepalive);
			if (init.window !== undefined && init.window !== null) throw error(TypeError, 'Request constructor: window must be null');
			if (this.#mode === 'navigate') throw error(TypeError, 'Request constructor: mode cannot be navigate');
			if (this.#mode === 'no-cors' && !simpleMethods.includes(this.#method)) {
				throw error(TypeError, `Request constructor: the method ${this.#method} is not possible with the mode no-cors`);
			}
			if (this.#cache === 'only-if-cached' && this.#mode !== 'same-origin') {
				throw error(TypeError, 'Request constructor: the cache only-if-cached needs the mode same-origin');
			}
		}
		#setBody(init, source) {
			const given = init.body !== undefined && init.body !== null;
			if ((given || source && !isEmpty(source)) && (this.#method === 'GET' || this.#method === 'HEAD')) {
				throw error(TypeError, `Request with ${this.#method} method cannot have a body`);
			}
			if (given) {
				const {content, type} = bodyFrom(init.body);
				if (web.streams?.isStream(content) && init.duplex === undefined) {
					throw error(TypeError, 'Request constructor: a body that is a stream needs {duplex: "half"}');
				}
				fill(this, content);
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
		get referrer() { return this.#referrer; }
		get referrerPolicy() { return this.#referrerPolicy; }
		get integrity() { return this.#integrity; }
		get duplex() { return 'half'; }
		clone() {
			if (isUnusable(this)) throw error(TypeError, 'Body is unusable: it has already been read, or is locked');
			const copy = new Request(this.#url, {signal: this.#source, headers: this.#headers});
			copy.#copy(this);
			share(this, copy);
			return copy;
		}
		static abortedBy(request) { return request.#source; }
	}
	const {abortedBy} = Request;
	delete Request.abortedBy;
	describeBody(Request, 'method', 'url', 'headers', 'signal', 'redirect', 'credentials', 'cache', 'mode', 'keepalive', 'destination', 'referrer',
		'referrerPolicy', 'integrity', 'duplex');

	function absolute(input) {
		const parts = host.parseURL(String(input));
		if (!parts) throw error(TypeError, `Failed to parse URL from ${String(input)}`);
		const [href, , , username, password] = parts;
		if (username || password) {
			throw error(TypeError, `Request cannot be constructed from a URL that includes credentials: ${href}`);
		}
		return href;
	}

	// referrerOf returns the referrer for a URL. There is no page here that could be one.
	function referrerOf(url) {
		if (url !== '' && !host.parseURL(url)) throw error(TypeError, `Request constructor: failed to parse the referrer ${url}`);
		return url && 'about:client';
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
