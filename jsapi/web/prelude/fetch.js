// fetch. Sending and receiving is done in Go.
(function (host, web) {
	'use strict';
	const {error, needArguments} = web;
	const {Request, DOMException} = web.globals;
	const {isEmpty, outgoing} = web.body;
	const {pairs} = web.headers;
	const {abortedBy} = web.request;
	const {arrived} = web.response;

	// fetcher returns a fetch function that sends with the given function. If limited is set, each request may have
	// limits of its own.
	web.fetcher = (send, limited) => async function fetch(input, init) {
		needArguments(arguments, 1, 'fetch');
		const request = new Request(input, init);
		const signal = abortedBy(request);
		if (signal?.aborted) {
			giveUp(request, signal.reason);
			throw signal.reason;
		}
		if (!limited && request.url.startsWith('data:')) {
			const data = host.dataURL(request.url);
			if (!data) throw error(TypeError, 'fetch failed', {cause: error(TypeError, 'the data: URL is not well formed')});
			if (request.method === 'HEAD') data.body = null;
			return arrived(data, signal);
		}
		let body = isEmpty(request) ? null : outgoing(request);
		let upload = null;
		if (web.streams?.isStream(body)) {
			upload = uploadOf(body);
			body = upload.to;
		}
		const control = limited ? {...arguments[2]} : {};
		let answer = send(request.method, request.url, pairs(request.headers), body, request.redirect, control);
		if (signal) answer = unlessAborted(answer, signal, control.cancel);
		upload?.begin(signal);
		try {
			return arrived(await answer, signal);
		} catch (cause) {
			if (signal?.aborted) throw signal.reason;
			if (control.timedOut) throw error(DOMException, control.timedOut, 'TimeoutError');
			const failed = error(TypeError, 'fetch failed', {cause: upload?.failed ? upload.failed.reason : cause});
			control.unavailable?.(failed);
			throw failed;
		}
	};

	// uploadOf sends a stream while it is made. `to` is what Go reads from; `failed` has the reason if the stream has failed.
	function uploadOf(stream) {
		const to = host.feed();
		const reader = web.streams.readerOf(stream);
		const upload = {to, failed: null, begin};
		async function begin(signal) {
			try {
				for (;;) {
					const {done, value} = await reader.read();
					if (done) return to.close();
					if (!(value instanceof Uint8Array)) throw error(TypeError, 'The body is a stream with a chunk that is not a Uint8Array');
					for (let offset = 0; offset < value.byteLength;) {
						offset = await to.write(value, offset);
						if (offset < 0) return await reader.cancel(signal?.aborted ? signal.reason : error(TypeError, 'The request has ended before its body was sent'));
					}
				}
			} catch (reason) {
				upload.failed = {reason};
				to.cancel();
				reader.cancel(reason).catch(() => {});
			}
		}
		return upload;
	}

	// giveUp cancels the body of a request that is not sent.
	function giveUp(request, reason) {
		if (!isEmpty(request)) request.body?.cancel(reason).catch(() => {});
	}

	// unlessAborted rejects as soon as the signal is aborted. The request can be cancelled until its body has been
	// read.
	function unlessAborted(answer, signal, cancel) {
		return new Promise((resolve, reject) => {
			const abort = () => {
				cancel();
				reject(signal.reason);
			};
			signal.addEventListener('abort', abort, {once: true});
			const settle = (done, value, complete) => {
				if (complete) signal.removeEventListener('abort', abort);
				done(value);
			};
			answer.then(got => settle(resolve, got, got.body === null || host.isBytes(got.body)), cause => settle(reject, cause, true));
		});
	}

	Object.assign(web.globals, {fetch: web.fetcher(host.send, false)});
})
