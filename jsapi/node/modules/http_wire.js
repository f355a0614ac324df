// How a request of node:http goes over a socket: it is written to it, and the answer is what http-parser-js finds in what comes.
(function (host, web) {
	'use strict';
	const {coded} = web.http;
	const {HTTPParser} = host.loadParser();
	HTTPParser.encoding = 'latin1';

	const wrong = (code, text) => coded(code, `Parse Error: ${text}`);
	// Answers is the parser, and refuses what it would guess: two ends of a body, and sizes that are none.
	class Answers extends HTTPParser {
		constructor(most) {
			super(HTTPParser.RESPONSE);
			this.maxHeaderSize = this.most = most;
		}
		reinitialize(type) { this.initialize(type); }
		parseHeader(line, list) {
			if (!/^[\w!#$%&'*+.^`|~-]+:/.test(line) && !(list.length && /^[ \t]/.test(line))) throw wrong('HPE_INVALID_HEADER_TOKEN', 'Invalid header token');
			this.told = (this.told ?? 0) + line.length;
			if (this.told > this.most) throw wrong('HPE_HEADER_OVERFLOW', 'Header overflow');
			super.parseHeader(line, list);
		}
		BODY_CHUNKHEAD() {
			const line = this.consumeLine();
			if (line === undefined) return;
			if (!/^[\da-f]{1,12}[ \t]*(?:;|$)/i.test(line)) throw wrong('HPE_INVALID_CHUNK_SIZE', 'Invalid character in chunk size');
			this.body_bytes = parseInt(line, 16);
			this.state = this.body_bytes ? 'BODY_CHUNK' : 'BODY_CHUNKTRAILERS';
		}
		// take returns how many bytes it has taken, or throws.
		take(bytes) {
			const taken = this.execute(bytes);
			if (!(taken instanceof Error) && this.line.length <= this.most) return taken;
			const code = taken.code ?? 'HPE_HEADER_OVERFLOW';
			throw /^Parse Error:/.test(taken.message) ? taken : wrong(code, code === 'HPE_HEADER_OVERFLOW' ? 'Header overflow' : 'Expected HTTP/');
		}
	}
	const framing = (status, pairs) => {
		const of = name => pairs.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
		const lengths = of('content-length'), codings = of('transfer-encoding');
		if (lengths.some(value => !/^\d{1,15}$/.test(value))) return wrong('HPE_INVALID_CONTENT_LENGTH', 'Invalid character in Content-Length');
		if (lengths.length && codings.length) return wrong('HPE_INVALID_TRANSFER_ENCODING', "Content-Length can't be present with Transfer-Encoding");
		if (codings.some(value => !/^chunked$/i.test(value))) return wrong('HPE_INVALID_TRANSFER_ENCODING', 'Request has invalid `Transfer-Encoding`');
	};

	// Body has what has come of an answer, and was not read. The socket waits while it is much.
	const much = 65536;
	class Body {
		#pieces = []; #wanted = null; #held = 0; #socket;
		constructor(socket) {
			this.#socket = socket;
			this.last = [];
		}
		add(piece) {
			if (this.#wanted) {
				this.#wanted(piece);
				this.#wanted = null;
				return;
			}
			this.#pieces.push(piece);
			this.#held += piece?.byteLength ?? 0;
			if (this.#held >= much) this.#socket.pause();
		}
		read() {
			if (!this.#pieces.length) return new Promise(resolve => { this.#wanted = resolve; });
			const piece = this.#pieces.shift();
			this.#held -= piece?.byteLength ?? 0;
			if (this.#held < much && this.#socket.isPaused() && !this.#socket.destroyed) this.#socket.resume();
			return Promise.resolve(piece);
		}
		trailers() { return this.last; }
		cancel() { this.#pieces = []; }
	}
	const pairsOf = list => list.flatMap((name, i) => i % 2 ? [] : [[name, list[i + 1]]]);

	// carry sends a request over a socket, and returns what is done with that at the end: over(complete).
	function carry(request, socket) {
		const parser = new Answers(request._options.maxHeaderSize ?? 16384);
		let answer = null, kept = false, whole = false, more = false, taken = null, problem = null, thrown;
		parser[HTTPParser.kOnHeadersComplete] = info => {
			const {statusCode: status, statusMessage, versionMajor, versionMinor} = info, pairs = pairsOf(info.headers);
			more ||= answer !== null;
			problem = more ? null : framing(status, pairs);
			const turned = request.method === 'CONNECT' ? status >= 200 : status === 101;
			if (more || problem || turned) {
				if (turned && !more && !problem) taken = pairs;
				info.upgrade = true; // nothing more is read
			}
			const head = {statusCode: status, statusMessage, httpVersion: `${versionMajor}.${versionMinor}`, httpVersionMajor: versionMajor, httpVersionMinor: versionMinor};
			if (taken) taken = [head, pairs];
			if (info.upgrade) return true;
			if (status < 200) {
				if (status === 100) request.emit('continue');
				else request._inform(status, statusMessage, pairs);
				return true;
			}
			answer = new Body(socket);
			kept = info.shouldKeepAlive || request.method === 'HEAD' && versionMinor > 0 && !/close/i.test(parser.connection);
			request._respond(head, pairs, answer);
			return request.method === 'HEAD';
		};
		parser[HTTPParser.kOnBody] = bytes => answer.add(bytes);
		parser[HTTPParser.kOnHeaders] = list => { answer.last = pairsOf(list); };
		parser[HTTPParser.kOnMessageComplete] = () => {
			if (!answer || whole) return;
			whole = true;
			answer.add(null);
		};
		const fail = error => {
			thrown ??= error;
			socket.destroy();
		};
		const on = {
			data(bytes) {
				let at;
				try {
					at = parser.take(bytes);
				} catch (error) {
					if (!String(error?.code).startsWith('HPE_')) throw error;
					problem = error;
				}
				if (problem) fail(problem);
				else if (taken) handOver(bytes.subarray(at));
			},
			end() {
				if (answer && !whole) parser.finish();
				if (!whole) socket.destroy();
			},
			error(error) { thrown ??= error; },
			close() {
				detach();
				if (!whole) request._lost(thrown);
				else if (request._gone) request._close();
			},
			timeout() { request._silent(); },
		};
		const detach = () => { for (const [name, listener] of Object.entries(on)) socket.removeListener(name, listener); };
		const handOver = early => {
			detach();
			socket.emit('agentRemove');
			socket._httpMessage = null;
			socket.readableFlowing = null;
			const [head, pairs] = taken;
			const response = request.res = Object.assign(new web.http.IncomingMessage(socket), head, {req: request, upgrade: true});
			response._fill(pairs, null);
			response.complete = true;
			request._gone = request.destroyed = true;
			if (!request.emit(request.method === 'CONNECT' ? 'connect' : 'upgrade', response, socket, early)) socket.destroy();
			request._close();
		};
		for (const [name, listener] of Object.entries(on)) socket.on(name, listener);
		if (socket.writable) request._sinkToSocket(socket, true);
		else request._sinkTo({write: (bytes, done) => done(), end: done => done()});
		const release = () => {
			if (socket.destroyed) return;
			detach();
			if (kept && !more && request.shouldKeepAlive && request.agent && socket.writable) return void socket.emit('free');
			socket.on('error', () => {});
			socket.destroySoon();
		};
		return {over(complete) {
			if (!complete || socket.destroyed) return void socket.destroy();
			if (request.writableFinished) return release();
			request.once('finish', () => {
				release();
				request._close();
			});
			return 'later';
		}};
	}
	web.http.carry = carry;
})
