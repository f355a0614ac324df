// WebSocket, CloseEvent. The connection is made in Go.
(function (_, web) {
	'use strict';
	const {error, needArguments, describe} = web;
	const {DOMException, Event, EventTarget, MessageEvent} = web.globals;
	const {fire, handlerAttribute} = web;
	const {host, constants, failed} = web.sockets;

	const CONNECTING = 0, OPEN = 1, CLOSING = 2, CLOSED = 3;
	const NO_CODE = 1005;
	const MAX_REASON = 123; // bytes
	const MAX_PROTOCOLS = 100;

	class CloseEvent extends Event {
		#wasClean; #code; #reason;
		constructor(type, init = {}) {
			needArguments(arguments, 1, 'CloseEvent constructor');
			super(type, init);
			this.#wasClean = Boolean(init?.wasClean);
			this.#code = Number(init?.code ?? 0) & 0xffff;
			this.#reason = host.wellFormed(String(init?.reason ?? ''));
		}
		get wasClean() { return this.#wasClean; }
		get code() { return this.#code; }
		get reason() { return this.#reason; }
	}
	describe(CloseEvent, 'wasClean', 'code', 'reason');

	const hasBlobs = () => 'Blob' in globalThis;
	const isBlob = value => typeof value === 'object' && value !== null && hasBlobs() && value instanceof globalThis.Blob;

	class WebSocket extends EventTarget {
		#url; #connection;
		#state = CONNECTING;
		#protocol = '';
		#buffered = 0;
		#binaryType = hasBlobs() ? 'blob' : 'arraybuffer';

		constructor(url, protocols = []) {
			needArguments(arguments, 1, 'WebSocket constructor');
			super();
			const [href, origin] = host.socketAddress(`${url}`);
			this.#url = href;
			this.#connection = host.openSocket(href, origin, checked(protocols), (what, ...details) => this.#on[what](...details));
		}

		get url() { return this.#url; }
		get readyState() { return this.#connection.gone() ? CLOSED : this.#state; }
		get bufferedAmount() { return this.#buffered; }
		get extensions() { return ''; }
		get protocol() { return this.#protocol; }
		get binaryType() { return this.#binaryType; }
		set binaryType(type) {
			type = String(type);
			if (type === 'blob' && !hasBlobs()) {
				throw error(DOMException, "Blob is not available: binaryType can only be 'arraybuffer'", 'NotSupportedError');
			}
			if (type === 'blob' || type === 'arraybuffer') this.#binaryType = type;
		}

		send(data) {
			needArguments(arguments, 1, 'send');
			const blob = isBlob(data);
			if (!blob && !host.isBytes(data)) data = host.wellFormed(String(data));
			const state = this.readyState;
			if (state === CONNECTING) throw error(DOMException, 'send: the WebSocket is not open yet', 'InvalidStateError');
			const size = blob ? data.size : host.byteLength(data);
			this.#buffered += size;
			if (state !== OPEN) return;
			if (blob) this.#sendBlob(data, size);
			else if (!this.#connection.send(data)) this.#state = CLOSING;
		}
		// A blob keeps its place among the messages while it is read.
		#sendBlob(blob, size) {
			const fill = this.#connection.reserve(size);
			if (!fill) this.#state = CLOSING;
			else blob.arrayBuffer().then(fill, () => fill(null));
		}

		close(code, reason) {
			if (code !== undefined) {
				code = Math.min(Math.max(Math.round(Number(code)) || 0, 0), 65535);
				if (code !== 1000 && !(code >= 3000 && code <= 4999)) {
					throw error(DOMException, `close: the code is ${code}, neither 1000 nor between 3000 and 4999`, 'InvalidAccessError');
				}
			}
			reason = reason === undefined ? '' : host.wellFormed(String(reason));
			if (host.byteLength(reason) > MAX_REASON) {
				throw error(DOMException, `close: the reason is longer than ${MAX_REASON} bytes`, 'SyntaxError');
			}
			if (this.readyState >= CLOSING) return;
			this.#state = CLOSING;
			this.#connection.close(code ?? (reason ? 1000 : NO_CODE), reason);
		}

		// What Go tells, each as a task of its own.
		#on = {
			open: protocol => {
				if (this.#state !== CONNECTING) return;
				this.#state = OPEN;
				this.#protocol = protocol;
				fire(this, new Event('open'));
			},
			message: (data, origin) => {
				if (this.#state !== OPEN) return;
				if (typeof data !== 'string' && this.#binaryType === 'blob') data = new globalThis.Blob([data]);
				fire(this, new MessageEvent('message', {data, origin}));
			},
			sent: bytes => { this.#buffered -= bytes; },
			closed: (code, reason, wasClean, failure) => {
				this.#state = CLOSED;
				if (failure) failed(this, failure);
				fire(this, new CloseEvent('close', {code, reason, wasClean}));
			},
		};
	}
	constants(WebSocket, 'CONNECTING', 'OPEN', 'CLOSING', 'CLOSED');
	describe(WebSocket, 'url', 'readyState', 'bufferedAmount', 'extensions', 'protocol', 'binaryType');
	for (const type of ['open', 'error', 'close', 'message']) handlerAttribute(WebSocket, type);

	// checked returns the names of protocols as a list, if they may be in a header.
	function checked(protocols) {
		const isList = typeof protocols === 'object' && protocols !== null && protocols[Symbol.iterator];
		const list = [], seen = new Set();
		for (const value of isList ? protocols : [protocols]) {
			const protocol = String(value);
			if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/.test(protocol)) {
				throw error(DOMException, `WebSocket: '${protocol.slice(0, 256)}' is not the name of a protocol`, 'SyntaxError');
			}
			if (seen.has(protocol.toLowerCase())) {
				throw error(DOMException, `WebSocket: the protocol '${protocol}' is given twice`, 'SyntaxError');
			}
			seen.add(protocol.toLowerCase());
			if (list.push(protocol) > MAX_PROTOCOLS) {
				throw error(DOMException, `WebSocket: there are more than ${MAX_PROTOCOLS} protocols`, 'SyntaxError');
			}
		}
		return list;
	}

	Object.assign(web.globals, {CloseEvent, WebSocket});
})
