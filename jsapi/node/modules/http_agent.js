// The agents of node:http: pools of sockets. One that opens no connections of its own leaves that to the host, and bounds requests only.
(function (host, web) {
	'use strict';
	web.use('platform');
	const {extend} = web.http;
	const EventEmitter = web.node.require('events');

	function Agent(options) {
		if (!(this instanceof Agent)) return new Agent(options);
		EventEmitter.call(this);
		this.options = {__proto__: null, ...options, path: null};
		this.options.noDelay ??= true;
		Object.assign(this, {
			defaultPort: 80, protocol: 'http:', requests: {}, sockets: {}, freeSockets: {}, keepAlive: Boolean(options?.keepAlive), keepAliveMsecs: options?.keepAliveMsecs ?? 1000,
			maxSockets: options?.maxSockets || Infinity, maxFreeSockets: options?.maxFreeSockets || 256, maxTotalSockets: options?.maxTotalSockets ?? Infinity, totalSocketCount: 0,
			scheduling: options?.scheduling ?? 'lifo',
		});
		this.on('free', (socket, of) => this._freed(socket, of));
	}
	Agent.defaultMaxSockets = Infinity;

	const without = (lists, name, socket) => {
		const at = lists[name]?.indexOf(socket) ?? -1;
		if (at < 0) return false;
		lists[name].splice(at, 1);
		if (!lists[name].length) delete lists[name];
		return true;
	};
	const waits = Symbol('options of what waits'), idle = Symbol('listeners of what is free');

	extend(Agent, EventEmitter, {
		createConnection(options, done) { return web.node.require('net').connect(options, ...done ? [done] : []); },
		getName(options = {}) {
			const family = options.family === 4 || options.family === 6 ? `:${options.family}` : '';
			return `${options.host || 'localhost'}:${options.port || ''}:${options.localAddress || ''}${family}${options.socketPath ? `:${options.socketPath}` : ''}`;
		},
		addRequest(request, options) {
			options = this._merged(options, request);
			const name = this.getName(options), free = this.freeSockets[name] ?? [];
			let socket;
			do socket = this.scheduling === 'fifo' ? free.shift() : free.pop();
			while (socket?.destroyed);
			if (!free.length) delete this.freeSockets[name];
			if (socket) {
				this._wake(socket);
				(this.sockets[name] ??= []).push(socket);
				this.reuseSocket(socket, request);
				request.onSocket(socket);
			} else if ((this.sockets[name]?.length ?? 0) < this.maxSockets && this.totalSocketCount < this.maxTotalSockets) this._create(request, options);
			else {
				request[waits] = options;
				(this.requests[name] ??= []).push(request);
			}
		},
		_merged(options, request) {
			const all = {__proto__: null, ...options, ...this.options};
			all.path = all.socketPath ?? null;
			if (all.servername === undefined && all.host) {
				const named = /^(?:\[([^\]]*)\]|([^:]*))/.exec(String(request?.getHeader?.('host') ?? ''));
				const name = named?.[1] || named?.[2] || all.host;
				all.servername = web.node.require('net').isIP(name) ? '' : name;
			}
			return all;
		},
		_create(request, options) {
			this.createSocket(request, options, (thrown, socket) => request.onSocket(socket, thrown));
		},
		createSocket(request, options, done) {
			options = this._merged(options, request);
			const name = options._agentKey = this.getName(options);
			if (this.keepAlive) Object.assign(options, {keepAlive: true, keepAliveInitialDelay: this.keepAliveMsecs});
			let called = false;
			const created = (thrown, socket) => {
				if (called) return;
				called = true;
				if (thrown) return done(thrown);
				(this.sockets[name] ??= []).push(socket);
				this.totalSocketCount++;
				this._watch(socket, options);
				done(null, socket);
			};
			try {
				const socket = request._hosted ? new web.http.Connection(options) : this.createConnection(options, created);
				if (socket) created(null, socket);
			} catch (thrown) { created(thrown); }
		},
		_watch(socket, options) {
			const on = {
				free: () => this.emit('free', socket, options),
				close: () => this.removeSocket(socket, options),
				timeout: () => {
					if (Object.values(this.freeSockets).some(list => list.includes(socket))) socket.destroy();
				},
				agentRemove: () => {
					for (const [name, listener] of Object.entries(on)) socket.removeListener(name, listener);
					this.removeSocket(socket, options);
				},
			};
			for (const [name, listener] of Object.entries(on)) socket.on(name, listener);
		},
		removeSocket(socket, options) {
			const name = this.getName(options);
			const had = without(this.sockets, name, socket), rested = without(this.freeSockets, name, socket);
			if (had || rested) this.totalSocketCount--;
			const next = this._next(name) ?? this._next(Object.keys(this.requests)[0]);
			if (next) this._create(next, next[waits] ?? options);
		},
		// _next takes a request that waits.
		_next(name) {
			for (let list = this.requests[name]; list?.length;) {
				const next = list.shift();
				if (!list.length) delete this.requests[name];
				if (!next.destroyed) return next;
			}
		},
		_freed(socket, options) {
			const name = this.getName(options);
			if (!socket.writable || socket.destroyed) return void socket.destroy();
			const next = this._next(name);
			if (next) {
				this.reuseSocket(socket, next);
				return next.onSocket(socket);
			}
			const before = socket._httpMessage, free = this.freeSockets[name]?.length ?? 0;
			const full = this.totalSocketCount > this.maxTotalSockets || free >= this.maxFreeSockets || free + (this.sockets[name]?.length ?? 0) > this.maxSockets;
			if (!before?.shouldKeepAlive || !this.keepAlive || full || !this.keepSocketAlive(socket)) return void socket.destroy();
			socket._httpMessage = null;
			without(this.sockets, name, socket);
			(this.freeSockets[name] ??= []).push(socket);
			this._rest(socket);
		},
		// _rest leaves a socket alone. Whatever a server says that was not asked is not the answer to the next request.
		_rest(socket) {
			const end = () => socket.destroy();
			socket[idle] = {data: end, error: end, end};
			for (const [name, listener] of Object.entries(socket[idle])) socket.on(name, listener);
			socket.resume();
		},
		_wake(socket) {
			for (const [name, listener] of Object.entries(socket[idle] ?? {})) socket.removeListener(name, listener);
			socket[idle] = undefined;
		},
		keepSocketAlive(socket) {
			socket.setKeepAlive(true, this.keepAliveMsecs);
			socket.unref();
			const told = /timeout=(\d+)/.exec(socket._httpMessage?.res?.headers['keep-alive'] ?? ''), own = this.options.timeout || 0;
			const most = told ? Math.max(told[1] * 1000 - 1000, 0) : 0;
			if (told && !most) return false;
			const delay = most && own ? Math.min(most, own) : most || own;
			if (socket.timeout !== delay) socket.setTimeout(delay);
			return true;
		},
		reuseSocket(socket, request) {
			request.reusedSocket = true;
			socket.ref();
		},
		destroy() {
			for (const socket of [this.sockets, this.freeSockets].flatMap(lists => Object.values(lists).flat())) socket.destroy();
		},
	});

	const SECURED = 'ca cert ciphers key pfx rejectUnauthorized servername minVersion maxVersion secureProtocol crl honorCipherOrder ecdhCurve dhparam secureOptions sessionIdContext'.split(' ');
	function SecureAgent(options) {
		if (!(this instanceof SecureAgent)) return new SecureAgent(options);
		Agent.call(this, options);
		this.protocol = 'https:';
		this.defaultPort = 443;
	}
	extend(SecureAgent, Agent, {
		createConnection(options, done) { return web.node.require('tls').connect(options, ...done ? [done] : []); },
		getName(options = {}) { return Agent.prototype.getName.call(this, options) + SECURED.map(name => `:${options[name] ?? ''}`).join(''); },
	});
	Object.defineProperty(SecureAgent, 'name', {value: 'Agent'});

	// brings reports whether the connections of an agent are its own, as those of proxies are.
	const own = 'addRequest createSocket createConnection keepSocketAlive reuseSocket removeSocket'.split(' ');
	const brings = agent => !(agent instanceof Agent) || typeof agent.connect === 'function' ||
		own.some(name => agent[name] !== Agent.prototype[name] && agent[name] !== SecureAgent.prototype[name]);
	Object.assign(web.http, {Agent, SecureAgent, brings});
})
