// The clients of node:http: a request is sent by what sends those of fetch, whose connections, limits and settings it has, or over a socket of its own:
// that of an agent or of createConnection, and if it may become another protocol.
(function (host, web) {
	'use strict';
	web.use('platform');
	const {globals: {queueMicrotask}} = web;
	const {IncomingMessage, OutgoingMessage, brings, extend, fail, coded, validateHeaderName} = web.http;
	const {Buffer} = web.node.require('buffer');
	const EventEmitter = web.node.require('events');
	const {urlToHttpOptions} = web.node.require('url');

	// Connection is what libraries see as the socket of a request. It has a clock, and ends the request with itself.
	class Connection extends EventEmitter {
		#timer = null; #delay = 0;
		constructor(options) {
			super();
			Object.assign(this, {connecting: false, destroyed: false, readable: true, writable: true, encrypted: options.protocol === 'https:', authorized: options.protocol === 'https:', alpnProtocol: false,
				remoteAddress: undefined, remotePort: undefined, remoteFamily: undefined, timeout: 0, bytesRead: 0, bytesWritten: 0, servername: options.servername, _httpMessage: null});
			if (!this.encrypted) delete this.encrypted;
		}
		setTimeout(delay, callback) {
			this.timeout = this.#delay = Number(delay) || 0;
			if (callback) {
				if (this.#delay > 0) this.once('timeout', callback);
				else this.removeListener('timeout', callback);
			}
			this.moved();
			return this;
		}
		// moved begins the wait anew.
		moved() {
			clearTimeout(this.#timer);
			if (this.#delay > 0 && !this.destroyed) this.#timer = setTimeout(() => this.emit('timeout'), this.#delay);
		}
		rest() { clearTimeout(this.#timer); }
		setKeepAlive() { return this; }
		setNoDelay() { return this; }
		ref() { return this; }
		unref() { return this; }
		cork() {}
		uncork() {}
		pause() { return this; }
		resume() { return this; }
		end() { return this; }
		address() { return {}; }
		getPeerCertificate() { return {}; }
		getCipher() { return {}; }
		destroy(thrown) {
			if (this.destroyed) return this;
			this.destroyed = true;
			this.writable = this.readable = false;
			this.rest();
			this._httpMessage?._lost(thrown);
			queueMicrotask(() => this.emit('close', Boolean(thrown)));
			return this;
		}
		destroySoon() { this.destroy(); }
	}

	const errnos = {ECONNREFUSED: -111, ECONNRESET: -104, ETIMEDOUT: -110, EHOSTUNREACH: -113, ENOTFOUND: -3008};
	// failure is the error of a request that has got no answer, as Node describes it.
	function failure(cause, request, control) {
		if (control.timedOut) return Object.assign(coded('ETIMEDOUT', control.timedOut), {errno: errnos.ETIMEDOUT, cause});
		const text = String(cause?.message ?? cause), code = cause?.code;
		let failed;
		if (code === 'ENOTFOUND') failed = Object.assign(coded(code, `getaddrinfo ENOTFOUND ${request.host}`), {syscall: 'getaddrinfo', hostname: request.host});
		else if (/^dial /.test(text) && errnos[code]) {
			const [, address, port] = /dial \w+ \[?([^\]]*?)\]?:(\d+)/.exec(text) ?? [];
			failed = Object.assign(coded(code, `connect ${code} ${address}:${port}`), {syscall: 'connect', address, port: Number(port)});
		} else if (code === 'ECONNRESET') failed = coded(code, 'socket hang up');
		else if (/malformed (HTTP|MIME)/.test(text)) failed = coded('HPE_INVALID_CONSTANT', `Parse Error: ${text}`);
		else failed = Object.assign(coded(code, text));
		if (errnos[code]) failed.errno = errnos[code];
		if (failed.code === undefined) delete failed.code;
		failed.cause = cause;
		control.unavailable?.(failed);
		return failed;
	}
	const abortError = signal => Object.assign(new Error('The operation was aborted', {cause: signal.reason}), {name: 'AbortError', code: 'ABORT_ERR'});

	function optionsOf(input, options, callback) {
		if (typeof input === 'string') input = urlToHttpOptions(new URL(input));
		else if (input instanceof URL) input = urlToHttpOptions(input);
		else [input, options, callback] = [{}, input, options];
		if (typeof options === 'function') [options, callback] = [{}, options];
		return {options: {...input, ...options}, callback};
	}
	const unframed = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);
	// The host frames bodies and keeps connections.
	const hosts = new Set(['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'proxy-connection']);

	function ClientRequest(input, given, then) {
		OutgoingMessage.call(this);
		const {options, callback} = optionsOf(input, given, then);
		const defaultAgent = options._defaultAgent ?? web.node.http.globalAgent;
		if (options.agent === false) this.agent = new defaultAgent.constructor();
		else this.agent = options.agent ?? (typeof options.createConnection === 'function' ? undefined : defaultAgent);
		const {agent} = this;
		if (agent && typeof agent.addRequest !== 'function') fail('ERR_INVALID_ARG_TYPE', 'The "options.agent" property must be one of Agent-like Object, undefined, or false');
		const expected = agent?.protocol ?? defaultAgent.protocol;
		this.protocol = options.protocol ?? defaultAgent.protocol;
		if (this.protocol !== expected) fail('ERR_INVALID_PROTOCOL', `Protocol "${this.protocol}" not supported. Expected "${expected}"`);
		if (options.path && /[^\u0021-\u00ff]/.test(String(options.path))) fail('ERR_UNESCAPED_CHARACTERS', 'Request path contains unescaped characters');
		if (options.method !== undefined && options.method !== null && typeof options.method !== 'string') fail('ERR_INVALID_ARG_TYPE', 'The "options.method" property must be of type string');
		this.method = (options.method ?? 'GET').toUpperCase();
		try { validateHeaderName(this.method); } catch { fail('ERR_INVALID_HTTP_TOKEN', `Method must be a valid HTTP token ["${this.method}"]`); }
		const name = String(options.hostname || options.host || 'localhost').replace(/^\[(.*)\]$/, '$1');
		const defaultPort = options.defaultPort ?? agent?.defaultPort ?? defaultAgent.defaultPort ?? 80;
		const port = options.port || defaultPort;
		if (/[^\w.:%~-]/.test(name)) fail('ERR_INVALID_URL', `Invalid host "${name}"`);
		if (!(Number(port) > 0 && Number(port) < 65536)) fail('ERR_SOCKET_BAD_PORT', `Port should be > 0 and < 65536. Received ${port}.`, RangeError);
		const hidden = {_control: {}, _options: {...options, ...agent?.options, host: name, port, protocol: this.protocol}, _way: null, _hosted: false, _origin: '', _sent: false, _gone: false, _whole: null};
		for (const key of Object.keys(hidden)) Object.defineProperty(this, key, {value: hidden[key], writable: true});
		Object.assign(this, {
			path: String(options.path || '/'), host: name, res: null, aborted: false, reusedSocket: false, maxHeadersCount: null, timeout: options.timeout ?? agent?.options?.timeout,
			useChunkedEncodingByDefault: !unframed.has(this.method), shouldKeepAlive: Boolean(agent && (agent.keepAlive || Number.isFinite(agent.maxSockets))),
		});
		const shown = name.includes(':') ? `[${name}]` : name;
		this._origin = `${this.protocol}//${shown}:${port}`;
		this._setUp(options, Number(port) === Number(defaultPort) ? shown : `${shown}:${port}`);
		if (callback) this.once('response', callback);
		this._listen(options.signal);
		this._hosted = !(brings(agent) || options.socketPath || this.method === 'CONNECT' || this.hasHeader('upgrade'));
		delete this._options.signal;
		if (agent) agent.addRequest(this, this._options);
		else this._connect(options.createConnection);
	}
	extend(ClientRequest, OutgoingMessage, {
		_setUp(options, hostHeader) {
			const {headers} = options;
			if (Array.isArray(headers)) for (let i = 0; i + 1 < headers.length; i += 2) this.appendHeader(headers[i], headers[i + 1]);
			else for (const [key, value] of Object.entries(headers ?? {})) if (value !== undefined) this.setHeader(key, value);
			if (options.setHost !== false && !this.hasHeader('host') && !Array.isArray(headers)) this.setHeader('Host', hostHeader);
			if (options.auth && !this.hasHeader('authorization')) this.setHeader('Authorization', 'Basic ' + Buffer.from(options.auth).toString('base64'));
			if (this.hasHeader('expect')) this.flushHeaders();
		},
		// _connect opens a connection without an agent.
		_connect(create) {
			const options = {...this._options, path: this._options.socketPath ?? undefined};
			let called = false;
			const created = (thrown, socket) => {
				if (!called) this.onSocket(socket, thrown);
				called = true;
			};
			try {
				const socket = create(options, created);
				if (socket) created(null, socket);
			} catch (thrown) { created(thrown); }
		},
		_listen(signal) {
			if (!signal) return;
			const abort = () => this.destroy(abortError(signal));
			if (signal.aborted) return queueMicrotask(abort);
			signal.addEventListener('abort', abort, {once: true});
			this.once('close', () => signal.removeEventListener('abort', abort));
		},
		_implicitHeader() {
			this._settled = this._storeHeader(`${this.method} ${this.path} HTTP/1.1`);
			if (/close/i.test(this.getHeader('connection') ?? '')) this.shouldKeepAlive = false;
			// A request whose body is at hand is sent with it, any other one before its body.
			if (this.chunkedEncoding || this._contentLength === null) this._whole = undefined;
			this._begin();
		},
		onSocket(socket, thrown) { queueMicrotask(() => this._assigned(socket, thrown)); },
		_assigned(socket, thrown) {
			if (this.destroyed || thrown) {
				if (socket && this.agent && !thrown && !this._hosted && !socket.destroyed) socket.emit('free');
				else socket?.destroy();
				return this._gone || this._lost(thrown ?? this.errored);
			}
			this.socket = socket;
			socket._httpMessage = this;
			if (!this._hosted) {
				web.use('node:http/wire');
				this._way = web.http.carry(this, socket);
			} else {
				this._way = this._byHost();
				socket.on('timeout', () => this._silent());
			}
			if (this.timeout) socket.setTimeout(this.timeout);
			this.emit('socket', socket);
			this._begin();
		},
		_silent() {
			this.emit('timeout');
			this.res?.emit('timeout');
		},
		_byHost() {
			return {over: complete => {
				this.socket.rest();
				if (complete) return this.socket.emit('agentRemove');
				this._control.cancel?.();
				this.socket.destroy();
			}};
		},
		_begin() {
			if (!this._header || !this.socket || !this._hosted || this._sent || this.destroyed) return;
			this._sent = true;
			const upload = this._whole === undefined && (this.useChunkedEncodingByDefault || !this._last) ? host.feed() : null;
			const control = this._control;
			Object.assign(control, {target: this.path, close: !this.shouldKeepAlive, watched: this.hasHeader('expect') || this.listenerCount('information') + this.listenerCount('continue') > 0});
			Object.assign(control, this._trust());
			const headers = this._settled.filter(([name]) => !hosts.has(name.toLowerCase()) || upload && name.toLowerCase() === 'content-length');
			const answer = host.request(this.method, this._origin, headers, upload ?? this._whole ?? null, 'manual', control);
			const watched = control.watched ? this._watch(control) : null;
			answer.then(got => watched ? watched.then(() => this._answered(got)) : this._answered(got), thrown => {
				if (!this.destroyed) this.socket.destroy(failure(thrown, this, control));
			});
			this._sinkTo(upload ? this._uploading(upload) : {write: (bytes, done) => done(), end: done => done()});
		},
		// _trust is what https trusts and shows.
		_trust() {
			if (this.protocol !== 'https:') return {};
			const o = this._options;
			if (o.pfx) fail('ERR_NOT_SUPPORTED', 'pfx is not supported: give cert and key in PEM', Error);
			const pem = value => value === undefined || value === null ? '' : [value].flat().map(one => String(one?.pem ?? one)).join('\n');
			return {ca: pem(o.ca), cert: pem(o.cert), key: pem(o.key), serverName: o.servername ?? '', insecure: o.rejectUnauthorized === false};
		},
		_uploading(upload) {
			let gone = false;
			return {
				write: (bytes, done) => {
					const step = at => {
						gone ||= at < 0;
						this.socket?.moved();
						if (gone || at >= bytes.byteLength || this.destroyed) return done();
						upload.write(bytes, at).then(step, () => step(-1));
					};
					step(gone ? -1 : 0);
				},
				end: done => {
					upload.close();
					done();
				},
			};
		},
		// _watch tells what comes before the answer.
		async _watch(control) {
			for (;;) {
				const got = await control.next().catch(() => null);
				if (got === null || this.destroyed) return;
				this.socket?.moved();
				if (got.status === 100) this.emit('continue');
				else this._inform(got.status, web.node.http.STATUS_CODES[got.status] ?? '', got.headers());
			}
		},
		_inform(statusCode, statusMessage, pairs) {
			this.emit('information', {httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1, statusCode, statusMessage, ...fields(pairs)});
		},
		_answered(got) {
			if (this.destroyed) return got.body?.cancel?.();
			const {socket} = this;
			const [, address, port] = /^\[?(.*?)\]?:(\d+)$/.exec(got.peer ?? '') ?? [];
			Object.assign(socket, {remoteAddress: address, remotePort: Number(port) || undefined, remoteFamily: address && (address.includes(':') ? 'IPv6' : 'IPv4')});
			this.reusedSocket = got.reused;
			socket.moved();
			this._respond({statusCode: got.status, statusMessage: got.statusText, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1}, got.headers(), bodyOf(got, socket));
		},
		_respond(head, pairs, body) {
			const response = this.res = Object.assign(new IncomingMessage(this.socket), head, {req: this});
			response._fill(pairs, body);
			response.once('end', () => this._over());
			response.once('close', () => this._over());
			if (this.aborted || !this.emit('response', response)) response._dump();
		},
		_over() {
			if (this._gone) return;
			this._gone = this.destroyed = true;
			if (this._way.over(this.res.complete) !== 'later') this._close();
		},
		// _lost is what becomes of a request whose connection has gone.
		_lost(thrown) {
			if (this._gone) return;
			this._gone = this.destroyed = true;
			this._control.cancel?.();
			queueMicrotask(() => {
				if (thrown) this.emit('error', thrown);
				else if (!this.res) this.emit('error', coded('ECONNRESET', 'socket hang up'));
				if (this.res && !this.res.complete) this.res.destroy(coded('ECONNRESET', 'aborted'));
				this._close();
			});
		},
		abort() {
			if (this.aborted) return;
			this.aborted = true;
			queueMicrotask(() => this.emit('abort'));
			this.destroy();
		},
		destroy(thrown) {
			if (this.destroyed) return this;
			this.destroyed = true;
			this.errored = thrown ?? null;
			if (this.socket) this.socket.destroy(thrown);
			else this._lost(thrown);
			return this;
		},
		setTimeout(delay, callback) {
			if (callback) this.once('timeout', callback);
			this.timeout = Number(delay) || 0;
			this.socket?.setTimeout(this.timeout);
			return this;
		},
		clearTimeout(callback) { return this.setTimeout(0, callback); },
		setNoDelay(on) { this._hosted || this.socket?.setNoDelay(on); },
		setSocketKeepAlive(on, delay) { this._hosted || this.socket?.setKeepAlive(on, delay); },
	});

	function fields(pairs) {
		const message = new IncomingMessage(null);
		message._fill(pairs, null);
		return {headers: message.headers, rawHeaders: message.rawHeaders};
	}
	// bodyOf is where the body of an answer comes from.
	function bodyOf(got, socket) {
		let {body} = got;
		return {
			moved: () => socket.moved(), trailers: () => got.trailers(),
			failed: thrown => thrown?.name === 'TimeoutError' ? coded('ETIMEDOUT', thrown.message) : Object.assign(coded(thrown?.cause?.code ?? 'ECONNRESET', 'aborted'), {cause: thrown}),
			read() {
				if (body === null || host.isBytes(body)) {
					const whole = body;
					body = null;
					return Promise.resolve(whole?.byteLength ? new Uint8Array(whole) : null);
				}
				return body.pull();
			},
			cancel() {
				if (body && !host.isBytes(body)) body.cancel();
			},
		};
	}
	Object.assign(web.http, {ClientRequest, Connection});
})
