// node:net as a client: the connections are Go's, the streams are here. Servers are what the application is.
(function (host, web) {
	'use strict';
	const {error} = web;
	const {require} = web.node;
	const {Duplex} = require('stream');
	const {Buffer} = require('buffer');
	const {nextTick} = require('process');

	const coded = (Class, code, message, more) => Object.assign(error(Class, message), {code}, more);
	const fail = (...args) => { throw coded(...args); };
	const refused = (module, name) => Object.defineProperty(function () {
		fail(Error, 'ERR_NOT_SUPPORTED', `node:${module}.${name} is not supported: the application is a server already; write a class with @RestController`);
	}, 'name', {value: name});

	// The numbers that Linux has for errors, as libuv reports them.
	const ERRNO = {
		ENOENT: -2, EACCES: -13, EMFILE: -24, EPIPE: -32, EPROTO: -71, EADDRNOTAVAIL: -99, ENETUNREACH: -101, ECONNABORTED: -103, ECONNRESET: -104,
		ETIMEDOUT: -110, ECONNREFUSED: -111, EHOSTUNREACH: -113, ECANCELED: -125, ENOTFOUND: -3008, EAI_AGAIN: -3001,
	};
	// failure makes the error of a script of what Go reports, as Node words it.
	function failure({code, text, syscall, plain}, {name, address, port} = {}) {
		const more = {syscall: syscall || undefined};
		if (syscall === 'getaddrinfo') more.hostname = name;
		else if (syscall === 'connect') Object.assign(more, {address, port});
		const where = syscall === 'getaddrinfo' ? ` ${name}` : syscall === 'connect' && address ? ` ${address}${port ? `:${port}` : ''}` : '';
		const made = error(Error, plain ? `${syscall} ${code}${where}` : text);
		if (ERRNO[code]) more.errno = ERRNO[code];
		if (code) more.code = code;
		return Object.assign(made, more);
	}

	// OPEN is the event of a socket that can be read from and written to: at once when it is connected, or when it is secured.
	const OPEN = Symbol('open');

	// opened returns a new handle; an error of Go becomes one of scripts.
	function opened() {
		try {
			return host.openSocket();
		} catch (thrown) {
			throw thrown instanceof Error ? thrown : failure(thrown);
		}
	}

	const isIP = text => typeof text === 'string' || text instanceof String ? host.isIP(String(text)) : 0;
	const isIPv4 = text => isIP(text) === 4;
	const isIPv6 = text => isIP(text) === 6;

	function portOf(value) {
		const port = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof value !== 'string' && typeof value !== 'number') {
			fail(TypeError, 'ERR_INVALID_ARG_TYPE', `The "options.port" property must be one of type number or string. Received ${value === null ? 'null' : typeof value}`);
		}
		if (!(Number.isInteger(port) && port >= 0 && port <= 65535)) fail(RangeError, 'ERR_SOCKET_BAD_PORT', `Port should be >= 0 and < 65536. Received ${value}.`);
		return port;
	}

	// argumentsOf sorts out (options, listener), (port, host, listener) and (path, listener).
	function argumentsOf(args) {
		if (Array.isArray(args[0])) args = args[0]; // as Node passes them on
		const listener = typeof args.at(-1) === 'function' ? args.at(-1) : null;
		let options = args[0];
		if (typeof options !== 'object' || options === null) {
			const isPath = typeof options === 'string' && !/^\d+$/.test(options);
			options = isPath ? {path: options} : {port: options, host: typeof args[1] === 'string' ? args[1] : undefined};
		}
		return [options, listener];
	}

	class Socket extends Duplex {
		constructor(options = {}) {
			if (typeof options === 'number' || options?.fd !== undefined) fail(Error, 'ERR_NOT_SUPPORTED', 'node:net.Socket: a file descriptor cannot be a socket here');
			const {allowHalfOpen = false, readable, writable, highWaterMark, readableHighWaterMark, writableHighWaterMark, objectMode, signal} = options ?? {};
			if (objectMode) fail(TypeError, 'ERR_INVALID_ARG_VALUE', "The property 'options.objectMode' is not supported. Received true");
			super({
				allowHalfOpen, readable, writable, highWaterMark, readableHighWaterMark, writableHighWaterMark, signal, emitClose: false, autoDestroy: true, decodeStrings: false,
			});
			Object.assign(this, {connecting: false, timeout: undefined, autoSelectFamilyAttemptedAddresses: [], _host: null, _hadError: false, server: null});
			for (const [name, value] of Object.entries({_handle: null, _peer: {}, _local: {}, _in: 0, _out: 0, _sending: 0, _reset: false, _silent: false, _waiting: {}})) {
				Object.defineProperty(this, name, {value, writable: true, configurable: true});
			}
			this.on('end', () => { if (!this.allowHalfOpen) this.write = writeAfterEnd; });
		}

		connect(...args) {
			const [options, listener] = argumentsOf(args);
			if (listener) this.once('connect', listener);
			const {lookup, family = 0} = options, path = options.path ?? undefined;
			if (path === undefined && options.port === undefined) {
				fail(TypeError, 'ERR_MISSING_ARGS', 'The "options" or "port" or "path" argument must be specified');
			}
			if (lookup !== undefined && typeof lookup !== 'function') fail(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "options.lookup" property must be of type function');
			const port = path === undefined ? portOf(options.port) : undefined;
			this._handle = opened();
			this.connecting = true;
			if (options.noDelay) this._waiting.noDelay = true;
			if (options.keepAlive) this._waiting.keepAlive = [true, options.keepAliveInitialDelay ?? 0];
			if (options.timeout) this.setTimeout(options.timeout);
			else if (this.timeout) this.setTimeout(this.timeout);
			if (path !== undefined) {
				this._dial('unix', String(path), {address: String(path)});
				return this;
			}
			const name = this._host = String(options.host ?? 'localhost');
			const dial = (address, family) => this._dial(`tcp${family || ''}`, `${isIPv6(address) ? `[${address}]` : address}:${port}`, {name, address, port});
			if (!lookup || isIP(name)) dial(name, isIP(name) ? 0 : {IPv4: 4, IPv6: 6}[family] ?? family);
			else this._lookUp(lookup, name, options, dial);
			return this;
		}
		_lookUp(lookup, name, {family = 0, hints = 0}, dial) {
			lookup(name, {family, hints, all: family === 0}, (thrown, address, found) => {
				if (Array.isArray(address)) [{address, family: found}] = address.length ? address : [{}];
				this.emit('lookup', thrown, address, found, name);
				if (!this.connecting) return;
				if (thrown) this.destroy(thrown);
				else if (!isIP(address)) this.destroy(coded(TypeError, 'ERR_INVALID_IP_ADDRESS', `Invalid IP address: ${address}`, {host: name}));
				else dial(address, 0);
			});
		}
		_dial(network, target, at) {
			const handle = this._handle;
			handle.connect(network, target, (failed, local, peer) => {
				if (this.destroyed || this._handle !== handle) return;
				const named = at.name && !isIP(at.name) && at.address === at.name;
				if (failed) {
					const thrown = failure(failed, {...at, address: named ? at.name : at.address});
					if (named && failed.syscall === 'getaddrinfo') this.emit('lookup', thrown, undefined, undefined, at.name);
					this.destroy(thrown);
					return;
				}
				if (named) this.emit('lookup', null, peer.address, peer.family === 'IPv6' ? 6 : 4, at.name);
				this._connected(local, peer);
			});
		}
		_connected(local, peer) {
			this.connecting = false;
			Object.assign(this, {_local: local, _peer: peer});
			const {noDelay, keepAlive} = this._waiting;
			if (noDelay !== undefined) this._handle.noDelay(noDelay);
			if (keepAlive) this._handle.keepAlive(...keepAlive);
			this.emit('connect');
			this.emit('ready');
			if (!this.secureConnecting) this._opened();
		}
		_opened() {
			this.emit(OPEN);
			if (!this.destroyed && !this.isPaused()) this.read(0);
		}
		get _opening() { return this.connecting || this.secureConnecting === true; }

		// A stream reads, writes and ends when the connection is there.
		_whenOpen(then, failed) {
			if (!this._opening) return this._handle ? then() : failed(coded(Error, 'ERR_SOCKET_CLOSED', 'Socket is closed'));
			const closed = () => failed(coded(Error, 'ERR_SOCKET_CLOSED_BEFORE_CONNECTION', 'Socket closed before the connection was established'));
			this.once('close', closed);
			this.once(OPEN, () => {
				this.off('close', closed);
				this._whenOpen(then, failed);
			});
		}
		_read() {
			if (this._opening) return void this.once(OPEN, () => this._read());
			if (!this._handle) return;
			const handle = this._handle;
			handle.read((failed, bytes) => {
				if (this.destroyed || this._handle !== handle) return;
				this._active();
				if (failed) return void this.destroy(failure(failed));
				if (bytes !== null) {
					this._in += bytes.byteLength;
					return void this.push(Buffer.from(bytes));
				}
				this.push(null);
				this.read(0);
			});
		}
		_write(chunk, encoding, done) { this._send(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk, done); }
		_writev(chunks, done) {
			this._send(Buffer.concat(chunks.map(({chunk, encoding}) => typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk)), done);
		}
		_send(bytes, done) {
			this._sending = bytes.byteLength;
			this._whenOpen(() => {
				this._sending = 0;
				this._out += bytes.byteLength;
				this._active();
				this._handle.write(bytes, failed => {
					this._active();
					done(failed ? failure(failed) : null);
				});
			}, done);
		}
		_final(done) {
			if (!this._opening && !this._handle) return done();
			this._whenOpen(() => this._handle.end(() => done()), done);
		}
		_destroy(thrown, done) {
			this.connecting = false;
			const handle = this._handle;
			this._handle = null;
			if (handle) this._reset ? handle.reset() : handle.close();
			this._hadError = Boolean(thrown);
			done(thrown);
			nextTick(() => this.emit('close', Boolean(thrown)));
		}

		end(...args) {
			super.end(...args);
			return this;
		}
		destroySoon() {
			if (this.writable) this.end();
			if (this.writableFinished) this.destroy();
			else this.once('finish', () => this.destroy());
		}
		resetAndDestroy() {
			if (!this._handle) {
				this.destroy(coded(Error, 'ERR_SOCKET_CLOSED', 'Socket is closed'));
				return this;
			}
			if (this.connecting) {
				this.once('connect', () => this.resetAndDestroy());
				return this;
			}
			this._reset = true;
			return this.destroy();
		}

		// The time begins again with what is sent and received; it is measured in Go. One timeout is told until something happens.
		setTimeout(delay, listener) {
			if (typeof delay !== 'number') fail(TypeError, 'ERR_INVALID_ARG_TYPE', `The "msecs" argument must be of type number. Received ${typeof delay}`);
			if (!(delay >= 0 && Number.isFinite(delay))) fail(RangeError, 'ERR_OUT_OF_RANGE', `The value of "msecs" is out of range. Received ${delay}`);
			if (this.destroyed) return this;
			this.timeout = delay;
			this._silent = false;
			this._handle?.timeout(delay, () => this._timedOut());
			if (listener !== undefined) delay ? this.once('timeout', listener) : this.off('timeout', listener);
			return this;
		}
		_timedOut() {
			this._silent = true;
			this.emit('timeout');
		}
		_active() {
			if (this._silent && this.timeout && this._handle) this.setTimeout(this.timeout);
		}
		setNoDelay(on = true) {
			this._waiting.noDelay = Boolean(on);
			if (!this.connecting) this._handle?.noDelay(Boolean(on));
			return this;
		}
		setKeepAlive(on = false, delay = 0) {
			this._waiting.keepAlive = [Boolean(on), Number(delay) || 0];
			if (!this.connecting) this._handle?.keepAlive(Boolean(on), Number(delay) || 0);
			return this;
		}
		// A worker lives on without sockets, and ends with them open.
		ref() { return this; }
		unref() { return this; }
		address() { return this._local; }

		get pending() { return !this._handle || this.connecting; }
		get readyState() {
			if (this.connecting) return 'opening';
			return this.readable && this.writable ? 'open' : this.readable ? 'readOnly' : this.writable ? 'writeOnly' : 'closed';
		}
		get bufferSize() { return this._handle ? this.writableLength : undefined; }
		get bytesRead() { return this._in; }
		get _bytesDispatched() { return this._out; }
		get bytesWritten() { return this._out + (this._opening || this._sending ? this.writableLength : 0); }
		get remoteAddress() { return this._peer.address; }
		get remoteFamily() { return this._peer.family; }
		get remotePort() { return this._peer.port; }
		get localAddress() { return this._local.address; }
		get localFamily() { return this._local.family; }
		get localPort() { return this._local.port; }
	}
	// After its end a socket that is not half open takes nothing more.
	function writeAfterEnd(chunk, encoding, done = encoding) {
		const thrown = coded(Error, 'EPIPE', 'This socket has been ended by the other party');
		if (typeof done === 'function') nextTick(done, thrown);
		this.destroy(thrown);
		return false;
	}

	function connect(...args) {
		const [options, listener] = argumentsOf(args);
		return new Socket(options).connect(options, ...listener ? [listener] : []);
	}

	const notAddress = text => fail(TypeError, 'ERR_INVALID_ADDRESS', `Invalid address: ${text}`);
	const addressText = of => of instanceof SocketAddress ? of.address : String(of);
	class BlockList {
		#list = host.blockList(); #rules = [];
		get rules() { return [...this.#rules]; }
		#added(ok, rule) { ok ? this.#rules.unshift(rule) : fail(TypeError, 'ERR_INVALID_ARG_VALUE', `The rule is not valid: ${rule}`); }
		addAddress(address) { this.#added(this.#list.add(addressText(address), addressText(address)), `Address: IPv${isIP(addressText(address))} ${addressText(address)}`); }
		addRange(from, to) { this.#added(this.#list.add(addressText(from), addressText(to)), `Range: IPv${isIP(addressText(from))} ${addressText(from)}-${addressText(to)}`); }
		addSubnet(net, prefix) { this.#added(this.#list.subnet(addressText(net), prefix), `Subnet: IPv${isIP(addressText(net))} ${addressText(net)}/${prefix}`); }
		check(address) { return this.#list.check(addressText(address)); }
		static isBlockList(value) { return value instanceof BlockList; }
	}
	class SocketAddress {
		#is;
		constructor({address, family = 'ipv4', port = 0, flowlabel = 0} = {}) {
			address ??= family === 'ipv6' ? '::' : '127.0.0.1';
			if (isIP(address) !== (family === 'ipv6' ? 6 : 4)) notAddress(address);
			this.#is = {address, family, port: portOf(port), flowlabel};
		}
		get address() { return this.#is.address; }
		get family() { return this.#is.family; }
		get port() { return this.#is.port; }
		get flowlabel() { return this.#is.flowlabel; }
		toJSON() { return {...this.#is}; }
	}

	let selects = true, selectTimeout = 250;
	web.node.netInside = {OPEN, coded, fail, failure, refused, argumentsOf, host};
	web.node.net = {
		Socket, Stream: Socket, connect, createConnection: connect, isIP, isIPv4, isIPv6, BlockList, SocketAddress,
		createServer: refused('net', 'createServer'), Server: refused('net', 'Server'),
		getDefaultAutoSelectFamily: () => selects, setDefaultAutoSelectFamily(on) { selects = Boolean(on); },
		getDefaultAutoSelectFamilyAttemptTimeout: () => selectTimeout, setDefaultAutoSelectFamilyAttemptTimeout(ms) { selectTimeout = Math.max(ms, 10); },
	};
})
