// What net and tls do with the servers of peer_test.go. It runs here and in Node, and returns texts: both have to say the same.
async function peer(net, tls, at) {
	const text = (socket) => new Promise((resolve, reject) => {
		let all = '';
		socket.on('data', (chunk) => { all += chunk; }).on('error', reject).on('end', () => resolve(all));
	});
	const once = (emitter, name) => new Promise((resolve) => emitter.once(name, (...args) => resolve(args)));
	const told = ({ name, message, code, errno, syscall, hostname, address, port }) => {
		const known = { name, message, code, errno, syscall, hostname, address, port };
		return JSON.stringify(known).replaceAll(/\b\d{4,5}\b(?!")/g, (n) => Object.values(at).includes(+n) ? 'PORT' : n);
	};
	const events = (socket, ...names) => {
		const seen = [];
		for (const name of names) socket.on(name, (...args) => seen.push(name + (name === 'data' ? ' ' + args[0] : name === 'close' ? ' ' + args[0] : name === 'error' ? ' ' + args[0].code : '')));
		return new Promise((resolve) => socket.once('close', () => setTimeout(() => resolve(seen.join(', ')))));
	};
	const names = ['lookup', 'connect', 'secureConnect', 'ready', 'data', 'end', 'timeout', 'error', 'close'];
	const failed = async (socket) => { const [thrown] = await once(socket, 'error'); return told(thrown); };
	const tried = (fn) => { try { return String(fn()); } catch (thrown) { return `${thrown.name} ${thrown.code}`; } };
	const secured = async (options) => {
		const socket = tls.connect({ host: '127.0.0.1', ...options });
		const which = await Promise.race([once(socket, 'secureConnect').then(() => 'secured'), once(socket, 'error').then(([e]) => `${e.name} ${e.code} ${e.message}`)]);
		const is = `${which} ${socket.authorized} ${socket.authorizationError}`;
		socket.destroy();
		return is;
	};
	const cases = {
		async events() { const s = net.connect(at.greets, 'localhost'); return events(s, ...names); },
		async eventsOfAddress() { const s = net.connect({ port: at.greets, host: '127.0.0.1' }); return events(s, ...names); },
		async echo() { const s = net.createConnection({ port: at.echo, host: '127.0.0.1' }); s.end('over there'); return text(s); },
		async pieces() {
			const s = net.connect(at.echo, '127.0.0.1');
			s.cork(); s.write('a'); s.write(Buffer.from('b')); s.uncork(); s.write('63', 'hex'); s.end(new Uint8Array([100]));
			return text(s);
		},
		async counts() {
			const s = net.connect(at.echo, '127.0.0.1');
			s.write('before');
			const early = [s.bytesWritten, s.connecting, s.pending, s.readyState, s.writableLength];
			await once(s, 'connect');
			const open = [s.connecting, s.pending, s.readyState, s.remoteAddress, s.remoteFamily, s.remotePort === at.echo, s.localAddress, typeof s.localPort, s.address().family];
			await once(s, 'data');
			s.end('!');
			await once(s, 'close');
			return [...early, ...open, s.bytesRead, s.bytesWritten, s.destroyed, s.readyState, s.pending].join();
		},
		async large() {
			const s = net.connect(at.echo, '127.0.0.1'), sent = 'x'.repeat(3e6);
			s.end(sent);
			return (await text(s)) === sent;
		},
		async halfOpen() {
			const s = net.connect({ port: at.greets, host: '127.0.0.1', allowHalfOpen: true });
			s.resume();
			await once(s, 'end');
			const after = [s.readyState, s.writable, s.write('still')];
			s.end();
			await once(s, 'close');
			return after.join();
		},
		async writeAfterEnd() {
			const s = net.connect(at.greets, '127.0.0.1');
			s.on('data', () => {}).on('error', () => {});
			await once(s, 'end');
			const [thrown] = await new Promise((resolve) => s.write('late', (e) => resolve([e])));
			return `${thrown.code}`;
		},
		async backPressure() {
			const s = net.connect(at.silent, '127.0.0.1');
			await once(s, 'connect');
			let full = 0;
			while (s.write(Buffer.alloc(1 << 20)) || s.writableLength < 3e7) full++;
			const state = [s.writableNeedDrain, s.writableLength > 1e7, full > 0];
			s.destroy();
			await once(s, 'close');
			return state.join();
		},
		async drain() {
			const s = net.connect(at.echo, '127.0.0.1');
			const first = s.write(Buffer.alloc(1e6));
			s.resume();
			await once(s, 'drain');
			const after = s.writableNeedDrain;
			s.destroy();
			return `${first} ${after}`;
		},
		async paused() {
			const s = net.connect(at.flood, '127.0.0.1');
			await once(s, 'data');
			s.pause();
			let before, stopped;
			for (let look = 0; look < 50 && !stopped; look++) {
				before = s.bytesRead;
				await new Promise((resolve) => setTimeout(resolve, 50));
				stopped = s.bytesRead === before;
			}
			s.resume();
			await once(s, 'data');
			s.destroy();
			await once(s, 'close');
			return `${stopped} ${before < 1e6}`;
		},
		async timeout() {
			const s = net.connect(at.silent, '127.0.0.1');
			s.setTimeout(30);
			await once(s, 'timeout');
			const state = `${s.destroyed} ${s.timeout}`;
			s.destroy();
			return state;
		},
		async noTimeout() {
			const s = net.connect({ port: at.echo, host: '127.0.0.1', timeout: 20 });
			let fired = 0;
			s.on('timeout', () => fired++);
			s.setTimeout(0);
			await new Promise((resolve) => setTimeout(resolve, 60));
			s.destroy();
			return `fired ${fired}`;
		},
		async chained() {
			const s = net.connect(at.echo, '127.0.0.1');
			const same = [s.setNoDelay(), s.setKeepAlive(true, 1000), s.ref(), s.unref(), s.setTimeout(1000), s.pause(), s.resume()].every((one) => one === s);
			s.destroy();
			return same;
		},
		async refused() { return failed(net.connect(at.nobody, '127.0.0.1')); },
		async refusedEvents() { return events(net.connect(at.nobody, '127.0.0.1'), ...names); },
		async unknown() { return failed(net.connect(80, 'nobody.invalid')); },
		async reset() { const s = net.connect(at.resets, '127.0.0.1'); s.write('x'); return failed(s); },
		async ownLookup() {
			const s = net.connect({ port: at.greets, host: 'some.example', lookup: (name, options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) });
			return events(s, ...names);
		},
		async failedLookup() {
			const s = net.connect({ port: at.greets, host: 'some.example', lookup: (name, options, done) => done(Object.assign(new Error('no'), { code: 'EMINE' })) });
			return events(s, 'connect', 'error', 'close');
		},
		async destroySoon() {
			const s = net.connect(at.echo, '127.0.0.1');
			s.write('x');
			s.destroySoon();
			await once(s, 'close');
			return `${s.destroyed} ${s.writableFinished}`;
		},
		async destroyedEarly() {
			const s = net.connect(at.echo, '127.0.0.1'), written = new Promise((resolve) => s.write('x', resolve));
			s.on('error', () => {});
			s.destroy();
			return (await written)?.code;
		},
		async destroyWith() {
			const s = net.connect(at.echo, '127.0.0.1');
			await once(s, 'connect');
			const seen = events(s, ...names);
			s.destroy(Object.assign(new Error('own'), { code: 'EOWN' }));
			return seen;
		},
		async resetAndDestroy() {
			const s = net.connect(at.echo, '127.0.0.1');
			await once(s, 'connect');
			const seen = events(s, ...names);
			s.resetAndDestroy();
			return seen;
		},
		async aborted() {
			const abort = new AbortController(), s = net.connect({ port: at.silent, host: '127.0.0.1', signal: abort.signal });
			const seen = once(s, 'error');
			abort.abort();
			return (await seen)[0].name;
		},
		async wrong() {
			return [
				tried(() => net.connect({ port: 70000 })), tried(() => net.connect({ port: -1 })), tried(() => net.connect({})), tried(() => net.connect({ port: {} })),
				tried(() => new net.Socket().setTimeout(-1)), tried(() => new net.Socket().setTimeout('x')), tried(() => net.connect({ port: 1, lookup: 1 })),
				tried(() => tls.createSecureContext({ minVersion: 'x' })),
			].join();
		},
		async order() {
			const s = net.connect({ port: at.echo, host: '127.0.0.1', autoSelectFamily: true }), seen = [];
			for (const name of ['connect', 'prefinish', 'finish', 'close', 'resume', 'pause']) s.on(name, () => seen.push(name));
			s.resume();
			s.write('a', () => seen.push('written'));
			s.end('b', () => seen.push('ended'));
			await once(s, 'close');
			return [...seen, s.bytesRead, s.bytesWritten].join();
		},
		async allowHalfOpen() {
			const s = net.connect({ port: at.closes, host: '127.0.0.1', allowHalfOpen: true }), seen = [];
			for (const name of ['end', 'finish', 'close']) s.on(name, () => seen.push(name));
			s.resume();
			s.write('x');
			await once(s, 'end');
			seen.push(s.readyState, s.write('y'));
			s.end('z');
			await once(s, 'close');
			return seen.join();
		},
		async timeoutAgain() {
			const s = net.connect(at.echo, '127.0.0.1');
			let fired = 0;
			s.setTimeout(30, () => fired++);
			s.resume();
			await once(s, 'timeout');
			s.on('timeout', () => fired++);
			s.write('x');
			await once(s, 'timeout');
			s.destroy();
			return `${fired} ${s.timeout}`;
		},
		async secureDestroyWith() {
			const s = tls.connect({ port: at.tls, host: 'localhost', ca: at.ca });
			await once(s, 'secureConnect');
			const seen = events(s, ...names);
			s.destroy(Object.assign(new Error('own'), { code: 'EOWN' }));
			return seen;
		},
		async secureDrain() {
			const s = tls.connect({ port: at.tls, host: 'localhost', ca: at.ca });
			const first = s.write(Buffer.alloc(1e6));
			s.resume();
			await once(s, 'drain');
			const is = `${first} ${s.writableNeedDrain} ${s.bytesWritten >= 1e6}`;
			s.destroy();
			return is;
		},
		async readable() {
			const s = net.connect(at.greets, '127.0.0.1'), pieces = [];
			s.on('readable', () => { for (let piece; (piece = s.read(2)) !== null;) pieces.push(String(piece)); });
			await once(s, 'close');
			return pieces.join('|');
		},
		async iterated() {
			let all = '';
			const pieces = net.connect(at.greets, '127.0.0.1').setEncoding('utf8')[Symbol.asyncIterator]();
			for (let piece; !(piece = await pieces.next()).done;) all += piece.value;
			return all;
		},
		async piped() {
			const s = net.connect(at.echo, '127.0.0.1'), { PassThrough, Readable, pipeline } = require('stream'), out = new PassThrough();
			let all = '';
			out.on('data', (piece) => { all += piece; });
			Readable.from(['a', 'b', 'c']).pipe(s).pipe(out);
			await once(out, 'end');
			const failed = await new Promise((resolve) => pipeline(Readable.from(['x']), net.connect(at.nobody, '127.0.0.1'), (thrown) => resolve(thrown.code)));
			return `${all} ${failed}`;
		},
		async named() {
			const dns = require('dns'), tidy = (thrown, ...found) => thrown ? `${thrown.code} ${thrown.syscall} ${thrown.hostname}` : JSON.stringify(found);
			const looked = (...args) => new Promise((resolve) => dns.lookup(...args, (...got) => resolve(tidy(...got))));
			const promised = (...args) => dns.promises.lookup(...args).then((found) => JSON.stringify(found), tidy);
			return [
				await looked('localhost', 4), await looked('localhost', { family: 4, all: true }), await looked('127.0.0.1'), await looked('::1', { all: true }), await looked('127.0.0.1', { family: 6 }),
				await promised('localhost', { family: 4 }), await promised('127.0.0.1', { all: true }), tried(() => dns.lookup(1, () => {})), tried(() => dns.lookup('localhost', { family: 5 }, () => {})), tried(() => dns.lookup('localhost')),
			].join('\n');
		},
		async fresh() {
			const s = new net.Socket();
			return [s.connecting, s.pending, s.readyState, s.destroyed, s.remoteAddress, s.bytesRead, s.timeout, s instanceof require('stream').Duplex, s.allowHalfOpen].join();
		},
		async addresses() {
			return ['127.0.0.1', '1.2.3', '01.2.3.4', '::1', '::ffff:1.2.3.4', 'fe80::1%eth0', '', 'a', 12, '1::2::3', '256.1.1.1'].map((one) => `${net.isIP(one)}${net.isIPv4(one)}${net.isIPv6(one)}`).join();
		},
		async blocked() {
			const list = new net.BlockList();
			list.addAddress('123.123.123.123'); list.addRange('10.0.0.1', '10.0.0.10'); list.addSubnet('8592:757c:efae:4e45::', 64, 'ipv6');
			const all = [['123.123.123.123'], ['10.0.0.3'], ['10.0.0.11'], ['222.111.111.222'], ['::ffff:7b7b:7b7b', 'ipv6'], ['8592:757c:efae:4e45:1::1', 'ipv6'], ['8592:757c:efae:4e46::', 'ipv6']];
			return all.map((one) => list.check(...one)).join() + list.rules;
		},
		async socketAddress() { const a = new net.SocketAddress({ address: '1.2.3.4', port: 80 }); return [a.address, a.family, a.port, a.flowlabel].join(); },

		async secure() {
			const s = tls.connect({ port: at.tls, host: 'localhost', ca: at.ca, ALPNProtocols: ['none', 'echo'] });
			await once(s, 'secureConnect');
			const is = [s.authorized, s.authorizationError, s.encrypted, s.getProtocol(), s.alpnProtocol, s.getCipher().version, s.getPeerCertificate().subject.CN, s.getPeerCertificate().subjectaltname,
				s.getPeerCertificate(true).issuerCertificate?.subject.CN, s.getPeerCertificate().raw.equals(s.getPeerX509Certificate().raw), s.isSessionReused(), s.servername];
			s.end('secret');
			return [...is, await text(s)].join();
		},
		async secureEvents() { return events(tls.connect({ port: at.tlsGreets, host: 'localhost', ca: at.ca }), 'connect', 'secureConnect', 'ready', 'data', 'end', 'error', 'close'); },
		async secureEarly() { const s = tls.connect(at.tls, 'localhost', { ca: at.ca }); s.write('ear'); s.end('ly'); return text(s); },
		async olderVersion() {
			const s = tls.connect({ port: at.tls, host: 'localhost', ca: at.ca, maxVersion: 'TLSv1.2' });
			await once(s, 'secureConnect');
			const is = `${s.getProtocol()} ${s.getCipher().name} ${s.getCipher().standardName}`;
			s.destroy();
			return `${is} ${s.getProtocol()}`;
		},
		async selfSigned() { return secured({ port: at.selfSigned }); },
		async selfSignedAccepted() { return secured({ port: at.selfSigned, rejectUnauthorized: false }); },
		async selfSignedTrusted() { return secured({ port: at.selfSigned, host: 'localhost', ca: at.selfSignedCA }); },
		async unknownAuthority() { return secured({ port: at.tls, host: 'localhost' }); },
		async otherName() { return (await secured({ port: at.tls, host: '127.0.0.1', servername: 'other.example', ca: at.ca })); },
		async otherAddress() { return secured({ port: at.tls, host: '127.0.0.1', ca: at.ca }); },
		async ownIdentity() { return secured({ port: at.tls, host: '127.0.0.1', ca: at.ca, checkServerIdentity: (name) => new Error(`not ${name}`) }); },
		async anyIdentity() { return secured({ port: at.tls, host: '127.0.0.1', ca: at.ca, checkServerIdentity() {} }); },
		async expired() { return secured({ port: at.expired, host: 'localhost', ca: at.ca }); },
		async ofContext() { return secured({ port: at.tls, host: 'localhost', secureContext: tls.createSecureContext({ ca: [Buffer.from(at.ca)] }) }); },
		async withCertificate() {
			const s = tls.connect({ port: at.tlsAsks, host: 'localhost', ca: at.ca, cert: at.clientCert, key: at.clientKey });
			s.end('who');
			return text(s);
		},
		async plainServer() {
			const s = tls.connect({ port: at.greets, host: '127.0.0.1' });
			const [thrown] = await once(s, 'error');
			return thrown instanceof Error;
		},
		async closedInHandshake() { const s = tls.connect({ port: at.closes, host: '127.0.0.1' }); const [thrown] = await once(s, 'error'); return `${thrown.code} ${thrown.message}`; },
		async startTLS() {
			const plain = net.connect(at.startTLS, '127.0.0.1');
			plain.write('STARTTLS\n');
			const [answer] = await once(plain, 'data');
			const s = tls.connect({ socket: plain, servername: 'localhost', ca: at.ca });
			await once(s, 'secureConnect');
			const is = [String(answer).trim(), s.authorized, s.remoteAddress, plain.destroyed];
			s.end('now secret');
			is.push(await text(s));
			await new Promise((resolve) => setTimeout(resolve, 20));
			return [...is, plain.destroyed].join();
		},
		async startTLSWhileConnecting() {
			const plain = net.connect(at.tls, '127.0.0.1'), s = tls.connect({ socket: plain, servername: 'localhost', ca: at.ca });
			s.end('at once');
			return text(s);
		},
		async startTLSDestroyed() {
			const plain = net.connect(at.tls, '127.0.0.1'), s = tls.connect({ socket: plain, servername: 'localhost', ca: at.ca });
			await once(s, 'secureConnect');
			plain.destroy();
			await once(s, 'close');
			return s.destroyed;
		},
		async identity() {
			const cert = (subjectaltname, CN) => ({ subjectaltname, subject: { CN } });
			const checks = [
				['a.example.com', cert('DNS:*.example.com')], ['b.a.example.com', cert('DNS:*.example.com')], ['example.com', cert('DNS:example.com, DNS:x')], ['A.Example.com', cert('DNS:a.example.COM')],
				['1.2.3.4', cert('IP Address:1.2.3.4')], ['1.2.3.4', cert('DNS:1.2.3.4')], ['x.y', cert(undefined, 'x.y')], ['x.y', cert('DNS:z.y', 'x.y')], ['x', cert(undefined, undefined)],
				['com', cert('DNS:*')], ['a.com', cert('DNS:*.com')],
			];
			return checks.map(([name, one]) => tls.checkServerIdentity(name, one)?.message ?? 'ok').join('\n');
		},
		async constants() { return [tls.DEFAULT_MIN_VERSION, tls.DEFAULT_MAX_VERSION, Array.isArray(tls.rootCertificates), tls.getCiphers().includes('tls_aes_128_gcm_sha256')].join(); },
		async http2() { return Object.entries(require('http2').constants).map(String).sort().join(); },
	};
	const results = {};
	for (const [name, run] of Object.entries(cases)) {
		let slow;
		const late = new Promise((resolve) => { slow = setTimeout(resolve, 10000, 'late'); });
		results[name] = await Promise.race([run().catch((thrown) => `thrown ${thrown?.stack}`), late]);
		clearTimeout(slow);
	}
	return results;
}
