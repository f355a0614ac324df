// The messages of node:http: what is read, and what is written, by clients and by servers that do not listen.
(function (host, web) {
	'use strict';
	web.use('platform');
	const {error, globals: {queueMicrotask}} = web;
	const {Stream, Readable} = web.node.require('stream');
	const {Buffer} = web.node.require('buffer');
	const fail = (code, message, Class = TypeError) => { throw coded(code, message, Class); };
	const coded = (code, message, Class = Error) => Object.assign(error(Class, message), {code});

	// extend makes a constructor that is called without new, too, as packages do that were written before classes.
	const extend = (constructor, parent, members) => {
		Object.setPrototypeOf(constructor, parent);
		constructor.prototype = Object.create(parent.prototype, {constructor: {value: constructor, writable: true, configurable: true}});
		const described = Object.getOwnPropertyDescriptors(members);
		for (const key of Reflect.ownKeys(described)) described[key].enumerable = false;
		Object.defineProperties(constructor.prototype, described);
		return constructor;
	};

	const validateHeaderName = name => {
		if (typeof name !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) fail('ERR_INVALID_HTTP_TOKEN', `Header name must be a valid HTTP token ["${String(name)}"]`);
	};
	const validateHeaderValue = (name, value) => {
		if (value === undefined) fail('ERR_HTTP_INVALID_HEADER_VALUE', `Invalid value "undefined" for header "${name}"`);
		if (/[^\t\x20-\x7e\x80-\xff]/.test(String(value))) fail('ERR_INVALID_CHAR', `Invalid character in header content ["${name}"]`);
	};

	// first are the headers of which only the first one counts.
	const first = new Set(['age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host', 'if-modified-since', 'if-unmodified-since',
		'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'referer', 'retry-after', 'server', 'user-agent']);
	function addHeader(headers, name, value) {
		if (name === 'set-cookie') (headers[name] ??= []).push(value);
		else if (headers[name] === undefined) headers[name] = value;
		else if (!first.has(name)) headers[name] += (name === 'cookie' ? '; ' : ', ') + value;
	}

	const source = Symbol('source'), dumped = Symbol('dumped');
	function IncomingMessage(socket) {
		if (!new.target && !(this instanceof IncomingMessage)) return new IncomingMessage(socket);
		Readable.call(this, {autoDestroy: true});
		Object.assign(this, {
			socket, httpVersionMajor: null, httpVersionMinor: null, httpVersion: null, complete: false, rawHeaders: [], rawTrailers: [], joinDuplicateHeaders: false,
			headers: {}, headersDistinct: Object.create(null), trailers: {}, trailersDistinct: Object.create(null), aborted: false, upgrade: null, url: '', method: null,
			statusCode: null, statusMessage: null, client: socket, _consumed: false,
		});
		for (const [key, value] of [[source, null], [dumped, false]]) Object.defineProperty(this, key, {value, writable: true});
	}
	extend(IncomingMessage, Readable, {
		get connection() { return this.socket; },
		set connection(socket) { this.socket = socket; },
		get _source() { return this[source]; },
		// _fill gives a message its headers and where its body comes from: read returns a promise of bytes, or of null at the end.
		_fill(pairs, body) {
			for (const [name, value] of pairs) {
				const lower = name.toLowerCase();
				this.rawHeaders.push(name, value);
				(this.headersDistinct[lower] ??= []).push(value);
				addHeader(this.headers, lower, value);
			}
			this[source] = body;
		},
		_ended(trailers = []) {
			for (const [name, value] of trailers) {
				this.rawTrailers.push(name, value);
				(this.trailersDistinct[name.toLowerCase()] ??= []).push(value);
				addHeader(this.trailers, name.toLowerCase(), value);
			}
			this.complete = true;
			this.push(null);
		},
		_read() {
			const from = this[source];
			if (!from) return;
			from.read().then(bytes => {
				if (this.destroyed) return;
				from.moved?.();
				if (bytes === null) this._ended(from.trailers?.());
				else this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
			}, thrown => this.destroy(from.failed?.(thrown) ?? thrown));
		},
		_destroy(thrown, done) {
			if (!this.readableEnded || !this.complete) {
				this.aborted = true;
				if (this[source] || this.req) this.emit('aborted');
				this[source]?.cancel?.(thrown);
			}
			// An error that nobody listens to is none, as in Node.
			queueMicrotask(() => done(this.listenerCount('error') ? thrown : null));
		},
		_dump() {
			if (this[dumped]) return;
			this[dumped] = true;
			this.resume();
		},
		setTimeout(delay, callback) {
			if (callback) this.on('timeout', callback);
			this.socket?.setTimeout?.(delay);
			return this;
		},
	});

	const named = Symbol('headers'), queue = Symbol('queue'), sink = Symbol('sink'), state = Symbol('state');
	const highWaterMark = 16384;
	const bytesOf = (chunk, encoding) => {
		if (chunk === null) fail('ERR_STREAM_NULL_VALUES', 'May not write null values to stream');
		if (typeof chunk === 'string') return Buffer.from(chunk, typeof encoding === 'string' && encoding !== 'buffer' ? encoding : 'utf8');
		if (!(chunk instanceof Uint8Array)) fail('ERR_INVALID_ARG_TYPE', 'The "chunk" argument must be of type string or an instance of Buffer or Uint8Array');
		return chunk;
	};

	// OutgoingMessage queues what is written, and gives it to its sink: {write(bytes, done), end(done)}, which comes when the head is settled.
	function OutgoingMessage() {
		Stream.call(this);
		Object.assign(this, {
			destroyed: false, finished: false, writable: true, shouldKeepAlive: true, maxRequestsOnConnectionReached: false, useChunkedEncodingByDefault: true, sendDate: false,
			chunkedEncoding: false, strictContentLength: false, socket: null, errored: null, _hasBody: true, _last: false, _header: null, _contentLength: null, _closed: false,
		});
		const hidden = {[named]: new Map(), [queue]: [], [sink]: null, [state]: {length: 0, busy: false, needDrain: false, done: false, flushed: false, trailers: []}};
		for (const key of Reflect.ownKeys(hidden)) Object.defineProperty(this, key, {value: hidden[key], writable: true});
	}
	extend(OutgoingMessage, Stream, {
		get headersSent() { return Boolean(this._header); },
		get connection() { return this.socket; },
		set connection(socket) { this.socket = socket; },
		get closed() { return this._closed; },
		get writableEnded() { return this.finished; },
		get writableFinished() { return this[state].done; },
		get writableLength() { return this[state].length; },
		get writableHighWaterMark() { return highWaterMark; },
		get writableNeedDrain() { return !this.destroyed && !this.finished && this[state].needDrain; },
		get writableCorked() { return 0; },
		get writableObjectMode() { return false; },
		get _headers() { return this.getHeaders(); },
		cork() {},
		uncork() {},
		setHeader(name, value) {
			if (this._header) fail('ERR_HTTP_HEADERS_SENT', 'Cannot set headers after they are sent to the client', Error);
			validateHeaderName(name);
			for (const one of Array.isArray(value) ? value : [value]) validateHeaderValue(name, one);
			this[named].set(name.toLowerCase(), [name, value]);
			return this;
		},
		appendHeader(name, value) {
			const before = this[named].get(String(name).toLowerCase());
			return before ? this.setHeader(before[0], [before[1], value].flat()) : this.setHeader(name, value);
		},
		setHeaders(headers) {
			for (const [name, value] of headers) {
				if (name === 'set-cookie') this.appendHeader(name, value);
				else this.setHeader(name, value);
			}
			return this;
		},
		getHeader(name) { return this[named].get(String(name).toLowerCase())?.[1]; },
		getHeaders() {
			const headers = Object.create(null);
			for (const [name, [, value]] of this[named]) headers[name] = value;
			return headers;
		},
		getHeaderNames() { return [...this[named].keys()]; },
		getRawHeaderNames() { return [...this[named].values()].map(([name]) => name); },
		hasHeader(name) { return this[named].has(String(name).toLowerCase()); },
		removeHeader(name) {
			if (this._header) fail('ERR_HTTP_HEADERS_SENT', 'Cannot remove headers after they are sent to the client', Error);
			this[named].delete(String(name).toLowerCase());
		},
		addTrailers(trailers) {
			for (const [name, value] of Array.isArray(trailers) ? trailers : Object.entries(trailers)) {
				validateHeaderName(name);
				validateHeaderValue(name, value);
				this[state].trailers.push([name, String(value)]);
			}
		},
		flushHeaders() {
			if (!this._header) this._implicitHeader();
			this._send('');
			this[state].flushed = true;
			this[sink]?.flush?.();
		},
		_implicitHeader() { fail('ERR_METHOD_NOT_IMPLEMENTED', 'The _implicitHeader() method is not implemented', Error); },
		// _pairs lists the headers, each value of an array as one of its own.
		_pairs() {
			const pairs = [];
			for (const [lower, [name, value]] of this[named]) {
				if (Array.isArray(value) && lower === 'cookie') pairs.push([name, value.join('; ')]);
				else for (const one of [value].flat()) pairs.push([name, String(one)]);
			}
			return pairs;
		},
		// _storeHeader settles the head, and how the end of the body is told.
		_storeHeader(firstLine, more = []) {
			const pairs = [...this._pairs(), ...more];
			const has = name => pairs.some(([key]) => key.toLowerCase() === name);
			if (this.sendDate && !has('date')) pairs.push(['Date', new Date().toUTCString()]);
			if (!has('connection')) pairs.push(['Connection', this.shouldKeepAlive ? 'keep-alive' : 'close']);
			this.chunkedEncoding = pairs.some(([key, value]) => key.toLowerCase() === 'transfer-encoding' && /chunked/i.test(value));
			if (this._hasBody && !this.chunkedEncoding && !has('content-length')) {
				if (this._contentLength !== null && (this._contentLength > 0 || this.useChunkedEncodingByDefault)) pairs.push(['Content-Length', String(this._contentLength)]);
				else if (this._contentLength === null && this.useChunkedEncodingByDefault) {
					pairs.push(['Transfer-Encoding', 'chunked']);
					this.chunkedEncoding = true;
				} else this._last = true;
			}
			this._header = `${firstLine}\r\n${pairs.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
			return pairs;
		},
		_send(chunk, encoding, callback) {
			if (chunk.length) return this._queue(bytesOf(chunk, encoding), callback);
			this._pump();
			return true;
		},
		_queue(bytes, callback) {
			const own = this[state];
			own.length += bytes.byteLength;
			this[queue].push({bytes, callback});
			this._pump();
			own.needDrain ||= own.length >= highWaterMark;
			return own.length < highWaterMark;
		},
		// _rest takes what waits.
		_rest() {
			const waits = this[queue].splice(0);
			for (const {bytes, callback} of waits) {
				this[state].length -= bytes.byteLength;
				if (callback) queueMicrotask(() => callback(null));
			}
			return waits.map(({bytes}) => bytes);
		},
		_sinkTo(to) {
			this[sink] = to;
			if (this[state].flushed) to.flush?.();
			this._pump();
		},
		// _sinkToSocket sends the message as it goes over the wire. What a socket has room for is sent at once if it is eager: the answer may be
		// there before the system says that all is written.
		_sinkToSocket(socket, eager = false) {
			let begun = false;
			const head = () => {
				if (!begun) socket.write(this._header, 'latin1');
				begun = true;
			};
			const last = (text, encoding, done) => {
				if (!eager) return void socket.write(text, encoding, done);
				if (socket.write(text, encoding)) done();
				else socket.once('drain', () => done());
			};
			this._sinkTo({
				flush: head,
				write: (bytes, done) => {
					head();
					if (!this.chunkedEncoding) return last(bytes, undefined, done);
					socket.write(`${bytes.byteLength.toString(16)}\r\n`, 'latin1');
					socket.write(bytes);
					last('\r\n', 'latin1', done);
				},
				end: done => {
					head();
					if (this.chunkedEncoding) last(`0\r\n${this[state].trailers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`, 'latin1', done);
					else done();
				},
			});
		},
		_pump() {
			const own = this[state], to = this[sink];
			if (!to || own.busy || own.done || this.destroyed && !this.res?.complete) return;
			const next = this[queue].shift();
			if (!next) {
				if (!this.finished || !this._header) {
					if (own.needDrain && !this.finished) {
						own.needDrain = false;
						this.emit('drain');
					}
					return;
				}
				own.busy = true;
				to.end(() => {
					own.done = true;
					queueMicrotask(() => {
						if (!this.destroyed || this.res?.complete) this.emit('finish'); // an answer may be there before all is sent
					});
				});
				return;
			}
			own.busy = true;
			to.write(next.bytes, thrown => {
				own.length -= next.bytes.byteLength;
				own.busy = false;
				if (thrown) return this.destroy(thrown);
				if (next.callback) queueMicrotask(() => next.callback(null));
				queueMicrotask(() => this._pump());
			});
		},
		write(chunk, encoding, callback) {
			if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
			const bytes = bytesOf(chunk, encoding);
			const refused = this.finished ? coded('ERR_STREAM_WRITE_AFTER_END', 'write after end') : this.destroyed ? coded('ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed') : null;
			if (refused) {
				queueMicrotask(() => {
					callback?.(refused);
					if (this.finished) this.emit('error', refused);
				});
				return false;
			}
			if (!this._header) this._implicitHeader();
			if (!this._hasBody) {
				if (callback) queueMicrotask(() => callback());
				return true;
			}
			return bytes.byteLength ? this._queue(bytes, callback) : (callback && queueMicrotask(() => callback()), true);
		},
		end(chunk, encoding, callback) {
			if (typeof chunk === 'function') [chunk, encoding, callback] = [undefined, undefined, chunk];
			else if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
			if (this.finished) {
				if (callback) queueMicrotask(() => callback(this[state].done ? coded('ERR_STREAM_ALREADY_FINISHED', 'Cannot call end after a stream was finished') : undefined));
				return this;
			}
			const bytes = chunk === undefined || chunk === null ? null : bytesOf(chunk, encoding);
			if (!this._header) {
				this._contentLength = bytes ? bytes.byteLength : 0;
				this._whole = bytes;
				this._implicitHeader();
			}
			if (callback) this.once('finish', callback);
			if (bytes?.byteLength && this._hasBody) this._queue(bytes);
			this.finished = true;
			this._pump();
			return this;
		},
		destroy(thrown) {
			if (this.destroyed) return this;
			this.destroyed = true;
			this.errored = thrown ?? null;
			if (this.socket) this.socket.destroy?.(thrown);
			else this._close();
			return this;
		},
		_close() {
			if (this._closed) return;
			this._closed = true;
			queueMicrotask(() => this.emit('close'));
		},
		setTimeout(delay, callback) {
			if (callback) this.on('timeout', callback);
			this.socket?.setTimeout?.(delay);
			return this;
		},
		[Symbol.for('nodejs.rejection')](thrown) { this.destroy(thrown); },
	});

	web.http = {IncomingMessage, OutgoingMessage, validateHeaderName, validateHeaderValue, extend, fail, coded, sink, state};
})
