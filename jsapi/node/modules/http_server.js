// The servers of node:http, which do not listen: a request comes by emit("request"), or by fromNode.
(function (host, web) {
	'use strict';
	web.use('platform');
	const {globals: {queueMicrotask}} = web;
	const {OutgoingMessage, extend, fail} = web.http;
	const EventEmitter = web.node.require('events');

	function ServerResponse(request = {}, options) {
		if (!(this instanceof ServerResponse)) return new ServerResponse(request, options);
		OutgoingMessage.call(this);
		Object.assign(this, {req: request, statusCode: 200, statusMessage: undefined, sendDate: true, _sent100: false, _expect_continue: false});
		if (request.method === 'HEAD') this._hasBody = false;
		if (request.httpVersionMajor < 1 || request.httpVersionMinor < 1) {
			this.useChunkedEncodingByDefault = /chunked/i.test(request.headers?.te ?? '');
			this.shouldKeepAlive = false;
		}
	}
	extend(ServerResponse, OutgoingMessage, {
		_implicitHeader() { this.writeHead(this.statusCode); },
		writeHead(status, reason, headers) {
			if (this._header) fail('ERR_HTTP_HEADERS_SENT', 'Cannot write headers after they are sent to the client', Error);
			status |= 0;
			if (status < 100 || status > 999) fail('ERR_HTTP_INVALID_STATUS_CODE', `Invalid status code: ${arguments[0]}`, RangeError);
			if (typeof reason === 'string') this.statusMessage = reason;
			else {
				this.statusMessage ??= web.node.http.STATUS_CODES[status] ?? 'unknown';
				headers ??= reason;
			}
			this.statusCode = status;
			if (/[^\t\x20-\x7e\x80-\xff]/.test(this.statusMessage)) fail('ERR_INVALID_CHAR', 'Invalid character in statusMessage');
			if (Array.isArray(headers)) {
				const pairs = Array.isArray(headers[0]) ? headers : headers.flatMap((name, i) => i % 2 ? [] : [[name, headers[i + 1]]]);
				for (const [name] of pairs) this.removeHeader(name);
				for (const [name, value] of pairs) this.appendHeader(name, value);
			} else for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) this.setHeader(name, value);
			if (status === 204 || status === 304 || status < 200) this._hasBody = false;
			this._settled = this._storeHeader(`HTTP/1.1 ${status} ${this.statusMessage}`);
			this._pump();
			return this;
		},
		// assignSocket writes the response to a socket as it would be sent.
		assignSocket(socket) {
			this.socket = socket;
			socket._httpMessage = this;
			const close = () => {
				this.destroyed = true;
				this._close();
			};
			socket.on?.('close', close);
			this._sinkToSocket(socket);
		},
		detachSocket(socket) {
			socket._httpMessage = null;
			this.socket = null;
		},
		// _lost is called when the connection has gone.
		_lost(thrown) {
			this.destroyed = true;
			this.errored ??= thrown ?? null;
			this._close();
		},
		writeContinue(callback) {
			if (callback) queueMicrotask(callback);
		},
		writeProcessing() {},
		writeEarlyHints(hints, callback) {
			if (callback) queueMicrotask(callback);
		},
		writeInformation() {},
	});
	ServerResponse.prototype.writeHeader = ServerResponse.prototype.writeHead;

	function Server(options, listener) {
		if (!(this instanceof Server)) return new Server(options, listener);
		EventEmitter.call(this);
		if (typeof options === 'function') [options, listener] = [{}, options];
		Object.assign(this, {listening: false, maxHeadersCount: null, maxRequestsPerSocket: 0, timeout: 0, keepAliveTimeout: 5000, headersTimeout: 60000, requestTimeout: 300000, httpAllowHalfOpen: false, ...options});
		if (listener) this.on('request', listener);
	}
	extend(Server, EventEmitter, {
		listen() {
			fail('ERR_NOT_SUPPORTED', 'node:http.Server.listen is not supported: the application is a server already; mount a handler with fromNode, or write a class with @RestController', Error);
		},
		address() { return null; },
		close(callback) {
			if (callback) queueMicrotask(() => callback(Object.assign(new Error('Server is not running.'), {code: 'ERR_SERVER_NOT_RUNNING'})));
			return this;
		},
		closeAllConnections() {},
		closeIdleConnections() {},
		getConnections(callback) {
			queueMicrotask(() => callback(null, 0));
			return this;
		},
		setTimeout(delay, callback) {
			this.timeout = delay;
			if (callback) this.on('timeout', callback);
			return this;
		},
		ref() { return this; },
		unref() { return this; },
		async [Symbol.asyncDispose]() {},
	});
	Object.assign(web.http, {Server, ServerResponse});
})
