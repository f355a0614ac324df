// The common part of Request and Response. A body is kept as a whole: there are no streams, so `body` is null.
(function (host, web) {
	'use strict';
	const {error} = web;
	const {URLSearchParams} = web.globals;

	// bodyFrom converts a body argument to bytes and a content type.
	function bodyFrom(body) {
		if (typeof body === 'object' && body !== null) {
			if (host.isBytes(body)) return {bytes: host.copyBytes(body), type: null};
			if (body instanceof URLSearchParams) {
				return {bytes: host.utf8Buffer(String(body)), type: 'application/x-www-form-urlencoded;charset=UTF-8'};
			}
		}
		return {bytes: host.utf8Buffer(String(body)), type: 'text/plain;charset=UTF-8'};
	}

	// Body is the base class of Request and Response. Its content is null, an ArrayBuffer, or a function that returns
	// a promise of one.
	class Body {
		#content = null;
		#used = false;
		#signal = null;

		get body() { return null; }
		get bodyUsed() { return this.#used; }
		async arrayBuffer() { return host.copyBytes(await this.#consume()); }
		async bytes() { return new Uint8Array(host.copyBytes(await this.#consume())); }
		async text() { return host.decodeUTF8(await this.#consume()); }
		async json() { return JSON.parse(host.decodeUTF8(await this.#consume())); }

		async #consume() {
			if (this.#used) throw error(TypeError, 'Body is unusable: it has already been read');
			if (this.#content === null) return host.utf8Buffer('');
			this.#used = true;
			return content(this);
		}
		static fill(target, bytes, signal = null) {
			target.#content = bytes;
			target.#signal = signal;
		}
		// content waits for the whole body, unless the request is aborted first.
		static content(source) {
			if (typeof source.#content !== 'function') return source.#content;
			const signal = source.#signal;
			if (signal?.aborted) throw signal.reason;
			if (!signal) return source.#content();
			return new Promise((resolve, reject) => {
				signal.addEventListener('abort', () => reject(signal.reason), {once: true});
				source.#content().then(resolve, reject);
			});
		}
		static share(source, target) {
			if (source.#used) throw error(TypeError, 'Body is unusable: it has already been read');
			target.#content = source.#content;
			target.#signal = source.#signal;
		}
		static take(source, target) {
			share(source, target);
			if (source.#content !== null) source.#used = true;
		}
		static isEmpty(source) { return source.#content === null; }
	}
	const {fill, content, share, take, isEmpty} = Body;
	for (const name of ['fill', 'content', 'share', 'take', 'isEmpty']) delete Body[name];

	web.body = {Body, bodyFrom, fill, content, share, take, isEmpty};
})
