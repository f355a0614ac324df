// fetch. Sending and receiving is done in Go.
(function (host, web) {
	'use strict';
	const {error, needArguments} = web;
	const {Request, DOMException} = web.globals;
	const {content, isEmpty} = web.body;
	const {pairs} = web.headers;
	const {abortedBy} = web.request;
	const {arrived} = web.response;

	// fetcher returns a fetch function that sends with the given function. If limited is set, each request may have
	// limits of its own.
	web.fetcher = (send, limited) => async function fetch(input, init) {
		needArguments(arguments, 1, 'fetch');
		const request = new Request(input, init);
		const signal = abortedBy(request);
		signal?.throwIfAborted();
		if (!limited && request.url.startsWith('data:')) {
			const data = host.dataURL(request.url);
			if (!data) throw error(TypeError, 'fetch failed', {cause: error(TypeError, 'the data: URL is not well formed')});
			return arrived(data, signal);
		}
		const body = isEmpty(request) ? null : await content(request);
		const control = limited ? {...arguments[2]} : {};
		let answer = send(request.method, request.url, pairs(request.headers), body, request.redirect, control);
		if (signal) answer = unlessAborted(answer, signal, control.cancel);
		try {
			return arrived(await answer, signal);
		} catch (cause) {
			if (signal?.aborted) throw signal.reason;
			if (control.timedOut) throw error(DOMException, control.timedOut, 'TimeoutError');
			const failed = error(TypeError, 'fetch failed', {cause});
			control.unavailable?.(failed);
			throw failed;
		}
	};

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
			answer.then(got => settle(resolve, got, typeof got.body !== 'function'), cause => settle(reject, cause, true));
		});
	}

	Object.assign(web.globals, {fetch: web.fetcher(host.send, false)});
})
