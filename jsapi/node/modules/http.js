// node:http and node:https as clients: requests are sent by fetch. Servers are what the application is.
(function (host, web) {
	'use strict';
	web.use('events');
	web.use('platform');
	const {error, globals: {queueMicrotask, AbortController}} = web;
	const {Readable, Writable} = web.node.require('stream');
	const {Buffer} = web.node.require('buffer');
	const EventEmitter = web.node.require('events');
	const fail = (code, message, Class = TypeError) => { throw Object.assign(error(Class, message), {code}); };

	const METHODS = 'ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE'.split(' ');
	const STATUS_CODES = {
		100: 'Continue', 101: 'Switching Protocols', 102: 'Processing', 103: 'Early Hints', 200: 'OK', 201: 'Created', 202: 'Accepted', 203: 'Non-Authoritative Information',
		204: 'No Content', 205: 'Reset Content', 206: 'Partial Content', 207: 'Multi-Status', 208: 'Already Reported', 226: 'IM Used', 300: 'Multiple Choices', 301: 'Moved Permanently',
		302: 'Found', 303: 'See Other', 304: 'Not Modified', 305: 'Use Proxy', 307: 'Temporary Redirect', 308: 'Permanent Redirect', 400: 'Bad Request', 401: 'Unauthorized',
		402: 'Payment Required', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed', 406: 'Not Acceptable', 407: 'Proxy Authentication Required', 408: 'Request Timeout',
		409: 'Conflict', 410: 'Gone', 411: 'Length Required', 412: 'Precondition Failed', 413: 'Payload Too Large', 414: 'URI Too Long', 415: 'Unsupported Media Type',
		416: 'Range Not Satisfiable', 417: 'Expectation Failed', 418: 'I\'m a Teapot', 421: 'Misdirected Request', 422: 'Unprocessable Entity', 423: 'Locked', 424: 'Failed Dependency',
		425: 'Too Early', 426: 'Upgrade Required', 428: 'Precondition Required', 429: 'Too Many Requests', 431: 'Request Header Fields Too Large', 451: 'Unavailable For Legal Reasons',
		500: 'Internal Server Error', 501: 'Not Implemented', 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout', 505: 'HTTP Version Not Supported',
		506: 'Variant Also Negotiates', 507: 'Insufficient Storage', 508: 'Loop Detected', 509: 'Bandwidth Limit Exceeded', 510: 'Not Extended', 511: 'Network Authentication Required',
	};

	// The connections are the host's, which keeps and limits them: an agent only carries its options.
	class Agent extends EventEmitter {
		constructor(options = {}) {
			super();
			this.options = {...options};
			Object.assign(this, {keepAlive: true, maxSockets: Infinity, maxFreeSockets: 256, requests: {}, sockets: {}, freeSockets: {}, protocol: 'http:', defaultPort: 80});
		}
		destroy() {}
		getName() { return ''; }
	}

	class IncomingMessage extends Readable {
		constructor(response, request) {
			super();
			Object.assign(this, {
				statusCode: response.status, statusMessage: response.statusText || STATUS_CODES[response.status] || '', httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1,
				headers: {}, headersDistinct: {}, rawHeaders: [], trailers: {}, rawTrailers: [], complete: false, aborted: false, url: '', method: null, req: request, socket: request.socket,
				connection: request.socket,
			});
			for (const [name, value] of response.headers) {
				this.rawHeaders.push(name, value);
				(this.headersDistinct[name] ??= []).push(value);
				if (name === 'set-cookie') (this.headers[name] ??= []).push(value);
				else this.headers[name] = value;
			}
			this.responseBody = response;
			Object.defineProperty(this, 'responseBody', {enumerable: false});
		}
		_read() {
			const source = this.responseBody;
			if (source === null) return;
			if (source.body) {
				this.reader ??= source.body.getReader();
				this.reader.read().then(({value, done}) => {
					this.complete ||= done;
					this.push(done ? null : Buffer.from(value.buffer, value.byteOffset, value.byteLength));
				}, thrown => this.destroy(thrown));
				return;
			}
			this.responseBody = null;
			source.arrayBuffer().then(bytes => {
				this.complete = true;
				if (bytes.byteLength) this.push(Buffer.from(bytes));
				this.push(null);
			}, thrown => this.destroy(thrown));
		}
		_destroy(thrown, done) {
			this.reader?.cancel(thrown).catch(() => {});
			done(thrown);
		}
		setTimeout(delay, callback) {
			this.req.setTimeout(delay, callback);
			return this;
		}
	}

	// What libraries do to the socket of a request has no meaning here, and does no harm.
	const socketOf = () => Object.assign(new EventEmitter(), {
		setKeepAlive() {}, setNoDelay() {}, setTimeout() {}, ref() {}, unref() {}, destroy() {}, encrypted: true, authorized: true, remoteAddress: undefined, writable: true, readable: true, connecting: false,
	});

	class ClientRequest extends Writable {
		#url; #headers = new Map(); #chunks = []; #abort = new AbortController();
		#timer = null; #delay = 0; #sent = false;

		constructor(protocol, args) {
			super();
			let url = args[0], options = args[1], callback = args[2];
			if (typeof url === 'object' && !(url instanceof globalThis.URL)) [url, options, callback] = [null, url, options];
			if (typeof options === 'function') [options, callback] = [{}, options];
			options = {...(url ? web.node.require('url').urlToHttpOptions(new globalThis.URL(url)) : {}), ...options};
			const scheme = options.protocol ?? options.agent?.protocol ?? protocol;
			if (scheme !== 'http:' && scheme !== 'https:') fail('ERR_INVALID_PROTOCOL', `Protocol "${scheme}" not supported. Expected "${protocol}"`);
			if (options.socketPath) fail('ERR_NOT_SUPPORTED', 'socketPath is not supported: set host and port', Error);
			const name = String(options.hostname ?? options.host ?? 'localhost').replace(/:\d+$/, '');
			const port = options.port ?? /:(\d+)$/.exec(options.host ?? '')?.[1];
			this.method = String(options.method ?? 'GET').toUpperCase();
			this.path = options.path ?? '/';
			if (/[\0-\x20]/.test(this.path)) fail('ERR_UNESCAPED_CHARACTERS', 'Request path contains unescaped characters');
			this.host = name;
			this.protocol = scheme;
			this.#url = `${scheme}//${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}${port ? `:${port}` : ''}${this.path.startsWith('/') ? '' : '/'}${this.path}`;
			if (Array.isArray(options.headers)) for (let i = 0; i + 1 < options.headers.length; i += 2) this.appendHeader(options.headers[i], options.headers[i + 1]);
			else for (const [key, value] of Object.entries(options.headers ?? {})) if (value !== undefined) this.setHeader(key, value);
			if (options.auth && !this.hasHeader('authorization')) this.setHeader('Authorization', 'Basic ' + Buffer.from(options.auth).toString('base64'));
			Object.assign(this, {aborted: false, reusedSocket: false, maxHeadersCount: null, socket: socketOf(), res: null, shouldKeepAlive: true, agent: options.agent ?? null});
			this.connection = this.socket;
			if (callback) this.once('response', callback);
			options.signal?.addEventListener('abort', () => this.destroy(options.signal.reason), {once: true});
			if (options.timeout) this.setTimeout(options.timeout);
			queueMicrotask(() => this.emit('socket', this.socket));
		}
		setHeader(name, value) {
			if (this.#sent) fail('ERR_HTTP_HEADERS_SENT', 'Cannot set headers after they are sent to the client', Error);
			if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) fail('ERR_INVALID_HTTP_TOKEN', `Header name must be a valid HTTP token ["${name}"]`);
			if (/[^\t\x20-\x7e\x80-\xff]/.test(String(value))) fail('ERR_INVALID_CHAR', `Invalid character in header content ["${name}"]`);
			this.#headers.set(name.toLowerCase(), [name, value]);
			return this;
		}
		appendHeader(name, value) {
			const before = this.getHeader(name);
			return this.setHeader(name, before === undefined ? value : [before, value].flat());
		}
		setHeaders(headers) {
			for (const [name, value] of headers) this.setHeader(name, value);
			return this;
		}
		getHeader(name) { return this.#headers.get(String(name).toLowerCase())?.[1]; }
		getHeaders() { return Object.fromEntries([...this.#headers].map(([name, [, value]]) => [name, value])); }
		getHeaderNames() { return [...this.#headers.keys()]; }
		getRawHeaderNames() { return [...this.#headers.values()].map(([name]) => name); }
		hasHeader(name) { return this.#headers.has(String(name).toLowerCase()); }
		removeHeader(name) { this.#headers.delete(String(name).toLowerCase()); }
		get headersSent() { return this.#sent; }
		get finished() { return this.writableEnded; }
		flushHeaders() {}
		setNoDelay() {}
		setSocketKeepAlive() {}
		setTimeout(delay, callback) {
			this.#delay = delay;
			if (callback) this.once('timeout', callback);
			this.#wait();
			return this;
		}
		#wait() {
			clearTimeout(this.#timer);
			if (this.#delay > 0) this.#timer = setTimeout(() => this.emit('timeout'), this.#delay);
		}
		_write(chunk, encoding, done) {
			this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
			done();
		}
		_final(done) {
			this.#send();
			done();
		}
		#send() {
			this.#sent = true;
			const headers = [];
			for (const [name, [, value]] of this.#headers) {
				// These are the host's: it frames the body, and keeps the connection.
				if (['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect'].includes(name)) continue;
				for (const one of [value].flat()) headers.push([name, String(one)]);
			}
			const body = this.#chunks.length && this.method !== 'GET' && this.method !== 'HEAD' ? Buffer.concat(this.#chunks) : undefined;
			fetch(this.#url, {method: this.method, headers, body, redirect: 'manual', signal: this.#abort.signal}).then(response => {
				this.res = new IncomingMessage(response, this);
				this.res.once('close', () => clearTimeout(this.#timer));
				if (!this.emit('response', this.res)) this.res.resume();
				this.emit('close');
			}, thrown => this.destroy(this.#failure(thrown)));
		}
		#failure(thrown) {
			const cause = thrown?.cause ?? thrown;
			const text = String(cause?.message ?? cause);
			const code = /refused/.test(text) ? 'ECONNREFUSED' : /no such host/.test(text) ? 'ENOTFOUND' : /reset/.test(text) ? 'ECONNRESET' : /timeout|deadline/.test(text) ? 'ETIMEDOUT' : 'ECONNRESET';
			return Object.assign(new Error(text, {cause: thrown}), {code: cause?.code ?? code, syscall: 'connect', address: this.host});
		}
		_destroy(thrown, done) {
			clearTimeout(this.#timer);
			if (!this.res || !this.res.complete) this.#abort.abort(thrown);
			if (!thrown && !this.res) thrown = Object.assign(new Error('socket hang up'), {code: 'ECONNRESET'});
			done(thrown);
		}
		abort() {
			if (this.aborted) return;
			this.aborted = true;
			this.emit('abort');
			this.destroy();
		}
	}

	const refuse = name => function () {
		fail('ERR_NOT_SUPPORTED', `node:http.${name} is not supported: the application is a server already; write a class with @RestController`, Error);
	};
	function client(protocol, defaultPort) {
		class ProtocolAgent extends Agent {
			constructor(options) {
				super(options);
				this.protocol = protocol;
				this.defaultPort = defaultPort;
			}
		}
		Object.defineProperty(ProtocolAgent, 'name', {value: 'Agent'});
		const request = (...args) => new ClientRequest(protocol, args);
		return {
			METHODS, STATUS_CODES, Agent: ProtocolAgent, globalAgent: new ProtocolAgent(), ClientRequest, IncomingMessage, request, maxHeaderSize: 16384,
			get: (...args) => request(...args).end(), createServer: refuse('createServer'), Server: refuse('Server'), ServerResponse: refuse('ServerResponse'),
			OutgoingMessage: Writable, validateHeaderName() {}, validateHeaderValue() {}, setMaxIdleHTTPParsers() {},
		};
	}
	web.node.http = client('http:', 80);
	web.node.https = client('https:', 443);
})
