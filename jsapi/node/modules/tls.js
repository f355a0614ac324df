// node:tls as a client: the handshake and the ciphers are Go's.
(function (host, web) {
	'use strict';
	const {require} = web.node;
	const {Socket} = require('net');
	const {OPEN, coded, fail, failure, refused, argumentsOf, host: sockets} = web.node.netInside;
	const {Buffer} = require('buffer');

	const exports = {
		DEFAULT_ECDH_CURVE: 'auto', DEFAULT_MIN_VERSION: 'TLSv1.2', DEFAULT_MAX_VERSION: 'TLSv1.3', CLIENT_RENEG_LIMIT: 3, CLIENT_RENEG_WINDOW: 600,
		DEFAULT_CIPHERS: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256',
	};

	// pem returns certificates or keys as one text in PEM.
	function pem(of, label) {
		if (of === undefined || of === null) return '';
		if (Array.isArray(of)) return of.map(one => pem(one?.pem ?? one, label)).join('\n');
		if (typeof of === 'string') return of;
		const bytes = Buffer.from(of.buffer ?? of, of.byteOffset, of.byteLength);
		if (bytes.includes('-----BEGIN')) return bytes.toString();
		return `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;
	}
	// keyOf returns a private key as PEM without a passphrase.
	function keyOf(key, passphrase) {
		const one = Array.isArray(key) ? key[0] : key;
		const text = pem(one?.pem ?? one, 'PRIVATE KEY'), phrase = one?.passphrase ?? passphrase;
		if (!/ENCRYPTED/.test(text)) return text;
		return require('crypto').createPrivateKey({key: text, passphrase: phrase ?? ''}).export({type: 'pkcs8', format: 'pem'});
	}
	const VERSIONS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'];
	const version = (value, name) => {
		if (value === undefined || value === null || value === '') return undefined;
		if (!VERSIONS.includes(value)) fail(TypeError, 'ERR_TLS_INVALID_PROTOCOL_VERSION', `${JSON.stringify(value)} is not a valid ${name} TLS protocol version`);
		return value;
	};

	class SecureContext {
		constructor(options = {}) {
			if (options.pfx) fail(Error, 'ERR_NOT_SUPPORTED', 'node:tls: pfx is not supported: use cert and key, in PEM');
			Object.defineProperty(this, 'context', {value: {
				ca: pem(options.ca, 'CERTIFICATE'), cert: pem(options.cert, 'CERTIFICATE'), key: keyOf(options.key, options.passphrase),
				minVersion: version(options.minVersion ?? exports.DEFAULT_MIN_VERSION, 'minimum'), maxVersion: version(options.maxVersion, 'maximum'),
			}});
		}
	}
	const createSecureContext = options => options instanceof SecureContext ? options : new SecureContext(options);

	// protocolsOf returns the names of ALPNProtocols, which may be in the form of the wire.
	function protocolsOf(list) {
		if (!list) return '';
		if (Array.isArray(list)) return list.map(one => typeof one === 'string' ? one : Buffer.from(one).toString()).join();
		const bytes = Buffer.from(list.buffer ?? list, list.byteOffset, list.byteLength), names = [];
		for (let i = 0; i < bytes.length; i += bytes[i] + 1) names.push(bytes.toString('latin1', i + 1, i + 1 + bytes[i]));
		return names.join();
	}

	const names = text => {
		const of = {__proto__: null};
		for (const line of text.split('\n')) {
			const at = line.indexOf('='), name = line.slice(0, at), value = line.slice(at + 1);
			if (at > 0) of[name] = name in of ? [of[name], value].flat() : value;
		}
		return of;
	};
	// described returns a certificate in the form of getPeerCertificate.
	function described(raw) {
		const {X509Certificate} = require('crypto');
		const one = new X509Certificate(Buffer.from(raw)), key = one.publicKey, described = {
			subject: names(one.subject), issuer: names(one.issuer), subjectaltname: one.subjectAltName, ca: one.ca, valid_from: one.validFrom, valid_to: one.validTo,
			fingerprint: one.fingerprint, fingerprint256: one.fingerprint256, fingerprint512: one.fingerprint512, serialNumber: one.serialNumber, raw: one.raw,
			pubkey: key.export({type: 'spki', format: 'der'}),
		};
		if (key.asymmetricKeyType === 'rsa') {
			const {n, e} = key.export({format: 'jwk'});
			const modulus = Buffer.from(n, 'base64url');
			Object.assign(described, {
				bits: modulus.length * 8, modulus: modulus.toString('hex').toUpperCase(), exponent: `0x${BigInt(`0x${Buffer.from(e, 'base64url').toString('hex')}`).toString(16)}`,
			});
		}
		return described;
	}
	// chained returns a certificate with that of its issuer, which has its own.
	function chained(chain) {
		const list = chain.map(described);
		list.forEach((one, i) => {
			const own = JSON.stringify(one.subject) === JSON.stringify(one.issuer);
			if (list[i + 1] ?? own) one.issuerCertificate = list[i + 1] ?? one;
		});
		return list[0];
	}

	const matches = (name, pattern) => {
		const [first, ...rest] = pattern.toLowerCase().split('.'), [own, ...others] = name.split('.');
		if (rest.join('.') !== others.join('.')) return false;
		return first === own || first === '*' && rest.length > 1 && own !== '';
	};
	function checkServerIdentity(hostname, cert) {
		const name = String(hostname).replace(/\.$/, '').toLowerCase();
		const alternatives = (cert.subjectaltname ?? '').split(', ').filter(Boolean);
		const of = kind => alternatives.filter(one => one.startsWith(kind)).map(one => one.slice(kind.length));
		const dns = of('DNS:'), addresses = of('IP Address:'), common = [cert.subject?.CN ?? []].flat();
		let reason;
		if (sockets.isIP(name)) {
			const same = other => { const list = sockets.blockList(); return list.add(name, name) && list.check(other); };
			if (!addresses.some(same)) reason = `IP: ${name} is not in the cert's list: ${addresses.join(', ')}`;
		} else if (dns.length || addresses.length) {
			if (!dns.some(pattern => matches(name, pattern))) reason = `Host: ${name}. is not in the cert's altnames: ${cert.subjectaltname}`;
		} else if (!common.length) reason = 'Cert does not contain a DNS name';
		else if (!common.some(pattern => matches(name, pattern))) reason = `Host: ${name}. is not cert's CN: ${common.join()}`;
		if (reason) return coded(Error, 'ERR_TLS_CERT_ALTNAME_INVALID', `Hostname/IP does not match certificate's altnames: ${reason}`, {reason, host: hostname, cert});
	}

	// StreamSocket is what Node has around a stream that is no socket. It cannot be secured here.
	class StreamSocket {
		constructor(stream) { this.stream = stream; }
	}

	class TLSSocket extends Socket {
		constructor(socket, options = {}) {
			super({allowHalfOpen: options.allowHalfOpen ?? socket?.allowHalfOpen, highWaterMark: options.highWaterMark, signal: options.signal});
			if (options.isServer) refused('tls', 'TLSSocket as a server')();
			Object.assign(this, {authorized: false, authorizationError: null, encrypted: true, alpnProtocol: null, servername: null, secureConnecting: true});
			Object.defineProperty(this, '_tls', {value: options, writable: true});
			Object.defineProperty(this, '_found', {value: null, writable: true});
			Object.defineProperty(this, '_below', {value: socket ?? null, writable: true});
			if (socket instanceof Socket) this._over(socket);
			else if (socket) this._handle = {_parentWrap: new StreamSocket(socket)}; // http2-wrapper looks there for the class when it is loaded
		}
		// _over secures a socket that is there, as STARTTLS does. It ends with this one, and this one with it.
		_over(socket) {
			socket.on('close', () => this.destroy());
			socket.on('error', thrown => this.destroy(thrown));
			this.once('close', () => socket.destroy());
			if (socket._opening) {
				this.connecting = socket.connecting;
				socket.once(OPEN, () => this._take(socket));
			} else if (socket._handle) this._take(socket);
			else this.destroy(coded(Error, 'ERR_SOCKET_CLOSED', 'Socket is closed'));
		}
		_take(socket) {
			if (this.destroyed) return;
			const handle = socket._handle, early = [], wasConnecting = this.connecting;
			Object.assign(this, {_local: socket._local, _peer: socket._peer, _host: socket._host, connecting: false});
			for (let chunk; (chunk = socket.read()) !== null;) early.push(chunk);
			this._secure(handle, Buffer.concat(early));
			socket._handle = TAKEN;
			if (wasConnecting) this.emit('connect');
		}
		_connected(local, peer) {
			super._connected(local, peer);
			if (!this.destroyed) this._secure(this._handle, Buffer.alloc(0));
		}
		_secure(handle, early) {
			const options = this._tls, host = options.host ?? this._host ?? '';
			const name = this.servername || options.servername || (sockets.isIP(host) ? '' : host);
			try {
				const {context} = createSecureContext(options.secureContext ?? options);
				const wanted = {...context, servername: name, alpn: protocolsOf(options.ALPNProtocols)};
				this._handle = handle.secure(wanted, early, (failed, found) => this._secured(failed, found));
			} catch (thrown) {
				this.destroy(thrown instanceof Error ? thrown : failure(thrown));
				return;
			}
			this.servername = name || false;
			if (this.timeout) this.setTimeout(this.timeout);
		}
		_secured(failed, found) {
			if (this.destroyed) return;
			if (failed) return void this.destroy(handshakeFailure(failed, this._tls));
			const options = this._tls;
			this._found = found;
			this.alpnProtocol = found.alpn || false;
			const problem = this._problem(found, options);
			this.authorized = !problem;
			this.authorizationError = problem ? problem.code ?? problem.message : null;
			if (problem && options.rejectUnauthorized !== false) return void this.destroy(problem);
			this.secureConnecting = false;
			this.servername = false; // that of a client, as in Node
			this.emit('secureConnect');
			this.emit('secure');
			if (!this.destroyed) this._opened();
		}
		_problem(found, options) {
			if (found.code) return coded(Error, found.code, found.text);
			if (found.trusting) return undefined;
			return (options.checkServerIdentity ?? checkServerIdentity)(options.servername || options.host || this._host || 'localhost', this.getPeerCertificate(true));
		}
		_destroy(thrown, done) {
			this.secureConnecting = false;
			this._found = null;
			super._destroy(thrown, done);
		}

		getPeerCertificate(detailed = false) {
			if (!this._found) return null;
			const {chain} = this._found;
			if (!chain.length) return {};
			return detailed ? chained(chain) : described(chain[0]);
		}
		getPeerX509Certificate() { return this._found?.chain.length ? new (require('crypto').X509Certificate)(Buffer.from(this._found.chain[0])) : undefined; }
		getCertificate() { return {}; }
		getProtocol() { return this._found ? this._found.protocol : null; }
		getCipher() { return this._found ? {name: this._found.cipher, standardName: this._found.standard, version: this._found.protocol} : undefined; }
		getSession() { return undefined; }
		getTLSTicket() { return undefined; }
		getEphemeralKeyInfo() { return this._found ? {} : null; }
		getSharedSigalgs() { return []; }
		isSessionReused() { return false; }
		setMaxSendFragment() { return false; }
		setServername(name) { this.servername = name; }
		setSession() {}
		enableTrace() {}
		disableRenegotiation() {}
		renegotiate() { refused('tls', 'TLSSocket.renegotiate')(); }
	}

	function handshakeFailure(failed, {host, port, path}) {
		if (failed.code === 'ECONNRESET') {
			return coded(Error, 'ECONNRESET', 'Client network socket disconnected before secure TLS connection was established', {path, host, port});
		}
		const alert = /remote error: tls: (.*)/.exec(failed.text);
		if (alert) return coded(Error, `ERR_SSL_${alert[1].toUpperCase().replace(/\W+/g, '_')}`, failed.text, {library: 'SSL routines', reason: alert[1]});
		return failure({...failed, code: failed.code || 'EPROTO', plain: false});
	}
	// TAKEN is the handle of a socket whose connection another one has.
	const TAKEN = {
		read() {}, close() {}, reset() {}, timeout() {}, noDelay() {}, keepAlive() {}, end: done => done(),
		write: (bytes, done) => done({code: 'EPIPE', text: '', syscall: 'write', plain: true}),
	};

	// connect takes (options, listener), (port, host, options, listener) and (path, options, listener).
	function connect(...args) {
		const [options, listener] = argumentsOf(args);
		const more = args.slice(1).find(one => typeof one === 'object' && one !== null);
		const all = {...options, ...more};
		if (all.socket && !(all.socket instanceof Socket)) {
			fail(Error, 'ERR_NOT_SUPPORTED', 'node:tls: only a socket of node:net or node:tls can be secured, not another stream');
		}
		if (!all.socket) all.host ??= (all.path ?? undefined) === undefined ? 'localhost' : undefined;
		const socket = new TLSSocket(all.socket, all);
		if (listener) socket.once('secureConnect', listener);
		if (!all.socket) socket.connect(all);
		else if (all.timeout) socket.setTimeout(all.timeout);
		return socket;
	}

	let roots;
	Object.assign(exports, {
		connect, TLSSocket, SecureContext, createSecureContext, checkServerIdentity,
		createServer: refused('tls', 'createServer'), Server: refused('tls', 'Server'), createSecurePair: refused('tls', 'createSecurePair'),
		getCiphers: () => [
			'aes128-gcm-sha256', 'aes128-sha', 'aes256-gcm-sha384', 'aes256-sha', 'ecdhe-ecdsa-aes128-gcm-sha256', 'ecdhe-ecdsa-aes256-gcm-sha384',
			'ecdhe-ecdsa-chacha20-poly1305', 'ecdhe-rsa-aes128-gcm-sha256', 'ecdhe-rsa-aes256-gcm-sha384', 'ecdhe-rsa-chacha20-poly1305',
			'tls_aes_128_gcm_sha256', 'tls_aes_256_gcm_sha384', 'tls_chacha20_poly1305_sha256',
		],
		convertALPNProtocols(protocols, out) {
			out.ALPNProtocols = Buffer.concat(protocols.map(name => Buffer.concat([Buffer.from([Buffer.byteLength(name)]), Buffer.from(name)])));
		},
	});
	Object.defineProperty(exports, 'rootCertificates', {enumerable: true, get() {
		return roots ??= Object.freeze(sockets.rootCertificates().match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g) ?? []);
	}});
	web.node.tls = exports;
})
