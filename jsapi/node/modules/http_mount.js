// fromNode: what handles the requests of Node handles requests of the application.
(function (host, web) {
	'use strict';
	web.use('platform');
	web.use('response');
	web.use('streams');
	web.node.require('http');
	const {error, globals: {queueMicrotask, Response, ReadableStream}} = web;
	const {Connection, IncomingMessage, Server, ServerResponse} = web.http;
	const {Buffer} = web.node.require('buffer');

	// callerOf returns the function that a handler is.
	function callerOf(handler) {
		if (typeof handler === 'function') return handler;
		if (handler instanceof Server) {
			return (request, response) => {
				if (!handler.emit('request', request, response)) throw error(Error, 'fromNode: nobody listens to the requests of the server');
			};
		}
		if (typeof handler?.callback === 'function') { // koa
			let made;
			return (request, response) => (made ??= handler.callback())(request, response);
		}
		if (typeof handler?.ready === 'function' && typeof handler.routing === 'function') { // fastify
			return async (request, response) => {
				await handler.ready();
				handler.routing(request, response);
			};
		}
		throw error(TypeError, 'fromNode takes a function (request, response), an application of express, koa or fastify, or a server of node:http');
	}

	function mount(handler, options) {
		const call = callerOf(handler);
		const below = String(options?.path ?? '').replace(/\/+$/, '');
		return (request, body) => new Promise((resolve, reject) => {
			const message = messageOf(request, body, below), {socket} = message;
			const response = new ServerResponse(message);
			response.socket = socket;
			socket._httpMessage = response;
			const failed = thrown => {
				reject(thrown);
				response.destroy(thrown);
			};
			const to = sinkOf(response, resolve);
			response._sinkTo(to);
			response.once('finish', () => {
				response._close();
				socket.rest();
				message._source?.cancel?.();
			});
			response.once('close', () => {
				reject(response.errored ?? error(Error, 'fromNode: the handler has closed the response without an answer'));
				if (response.writableFinished) return;
				to.fail(response.errored ?? error(Error, 'fromNode: the handler has broken off its answer'));
				if (!message.destroyed) message.destroy();
			});
			try {
				Promise.resolve(call(message, response)).catch(failed);
			} catch (thrown) {
				failed(thrown);
			}
		});
	}

	// messageOf is the request as Node would have it. Its url begins behind the path that the handler is mounted at.
	function messageOf(request, body, below) {
		const address = request.getRemoteAddr() ?? undefined;
		const socket = Object.assign(new Connection({protocol: `${request.getScheme()}:`}), {
			remoteAddress: address, remotePort: request.getRemotePort() ?? undefined, remoteFamily: address?.includes(':') ? 'IPv6' : 'IPv4',
			localAddress: request.getServerAddr() ?? undefined,
		});
		const message = new IncomingMessage(socket);
		const [, major = '1', minor = '1'] = /HTTP\/(\d+)(?:\.(\d+))?/.exec(request.getServerProtocol() ?? '') ?? [];
		const query = request.getQueryString();
		const path = encodeURI(request.getUri()).replace(/[?#]/g, encodeURIComponent);
		const rest = below && (path === below || path.startsWith(below + '/')) ? path.slice(below.length) || '/' : path;
		const tail = query === null ? '' : `?${query}`;
		Object.assign(message, {
			method: request.getMethod(), url: rest + tail, originalUrl: path + tail, httpVersion: `${major}.${minor}`, httpVersionMajor: Number(major), httpVersionMinor: Number(minor),
		});
		const pairs = Object.entries(request.getHeaders()).flatMap(([name, values]) => [values].flat().map(value => [name, value]));
		message._fill(pairs, sourceOf(request, body));
		return message;
	}

	function sourceOf(request, body) {
		if (body === undefined || body === null) {
			let whole = request.getRawBytes();
			return {read() {
				const bytes = whole?.byteLength ? whole : null;
				whole = null;
				return Promise.resolve(bytes);
			}};
		}
		if (typeof body.getReader !== 'function') throw error(TypeError, 'fromNode: the body must be a ReadableStream, or be left away');
		const reader = body.getReader();
		return {read: () => reader.read().then(({value, done}) => done ? null : value), cancel: thrown => { reader.cancel(thrown).catch(() => {}); }};
	}

	const hosts = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);
	// sinkOf makes a Response of what is written: with all of it if that is there at once, else with a stream.
	function sinkOf(response, resolve) {
		const held = [];
		let begun = false, controller = null, waiting = null;
		const go = () => {
			const next = waiting;
			waiting = null;
			next?.();
		};
		const answer = body => resolve(new Response(response._hasBody ? body : null, {
			status: response.statusCode, statusText: response.statusMessage, headers: response._settled.filter(([name]) => !hosts.has(name.toLowerCase())),
		}));
		const begin = () => {
			if (begun || response.destroyed) return;
			begun = true;
			try {
				if (response.finished) {
					const whole = Buffer.concat([...held, ...response._rest()]);
					answer(whole.byteLength ? whole : null);
				} else {
					answer(new ReadableStream({
						start(made) { controller = made; }, pull: go,
						cancel() {
							controller = null;
							response.destroy();
						},
					}));
					for (const bytes of held) controller.enqueue(bytes);
				}
			} catch (thrown) {
				return response.destroy(thrown);
			}
			if (!controller || controller.desiredSize > 0) go();
		};
		return {
			flush: () => queueMicrotask(begin),
			write(bytes, done) {
				waiting = done;
				if (!begun) {
					held.push(bytes);
					return queueMicrotask(begin);
				}
				controller?.enqueue(bytes);
				if (!controller || controller.desiredSize > 0) go();
			},
			end(done) {
				const close = () => {
					begin();
					controller?.close();
					controller = null;
					done();
				};
				if (begun) close();
				else queueMicrotask(close);
			},
			fail(thrown) {
				controller?.error(thrown);
				controller = null;
			},
		};
	}
	web.http.mount = mount;
})
