// The common part of Request and Response. Its stream is made when somebody asks for it: what is read as a whole never has one.
(function (host, web) {
	'use strict';
	const {error} = web;
	const {URLSearchParams} = web.globals;

	const maxBody = host.maxBody; // of what scripts send through a stream and read as a whole

	// forms returns the part that knows Blob and FormData.
	function forms() {
		if (!web.use('forms')) throw error(TypeError, 'Blob and FormData are not available');
		return web.forms;
	}

	// bodyFrom converts a body argument to its content and a content type. A script that has made a stream has run the part that knows
	// it.
	function bodyFrom(body) {
		if (typeof body === 'object' && body !== null) {
			if (host.isBytes(body)) return {content: host.copyBytes(body), type: null};
			if (body instanceof URLSearchParams) {
				return {content: host.utf8Buffer(String(body)), type: 'application/x-www-form-urlencoded;charset=UTF-8'};
			}
			if (web.streams?.isStream(body)) {
				if (web.streams.isLocked(body) || web.streams.isDisturbed(body)) {
					throw error(TypeError, 'The body is a stream that is locked or was read already');
				}
				return {content: body, type: null};
			}
			const {isBlob, isForm} = web.use('forms') ? web.forms : {};
			if (isBlob?.(body)) return {content: web.forms.blobBytes(body), type: web.forms.blobType(body) || null};
			if (isForm?.(body)) {
				const {bytes, type} = web.forms.encode(body);
				return {content: bytes, type};
			}
		}
		return {content: host.utf8Buffer(String(body)), type: 'text/plain;charset=UTF-8'};
	}

	// Body is the base class of Request and Response.
	class Body {
		#content = null; // an ArrayBuffer, or a source of Go's; null if there is only a stream, or nothing
		#stream = null; // what body has returned, or was given
		#used = false; // the content was read or moved
		#shared = false; // the ArrayBuffer is that of others, too
		#signal = null;

		get body() {
			if (this.#stream === null && this.#content !== null) {
				web.use('streams');
				if (this.#used) this.#stream = web.streams.spent();
				else if (host.isBytes(this.#content)) this.#stream = web.streams.fromBytes(this.#content, this.#signal);
				else this.#stream = web.streams.fromSource(this.#content, this.#signal);
			}
			return this.#stream;
		}
		get bodyUsed() { return this.#used || this.#stream !== null && web.streams.isDisturbed(this.#stream); }
		async arrayBuffer() { return this.#own(await this.#consume()); }
		async blob() {
			const bytes = await this.#consume();
			return forms().blob(bytes, host.mediaType(this.headers.get('content-type') ?? ''));
		}
		async bytes() { return new Uint8Array(this.#own(await this.#consume())); }
		async formData() {
			const bytes = await this.#consume();
			return forms().parse(bytes, this.headers.get('content-type') ?? '');
		}
		async json() { return JSON.parse(host.decodeUTF8(await this.#consume())); }
		async text() { return host.decodeUTF8(await this.#consume()); }

		#own(bytes) { return this.#shared ? host.copyBytes(bytes) : bytes; }
		#unusable() {
			const stream = this.#stream;
			return this.#used || stream !== null && (web.streams.isDisturbed(stream) || web.streams.isLocked(stream));
		}
		#check() {
			if (this.#unusable()) throw error(TypeError, 'Body is unusable: it has already been read, or is locked');
		}
		// untouched returns the content behind the stream, or the stream if there is no such content, and marks the body as used.
		#untouched() {
			this.#check();
			if (this.#signal?.aborted && this.#content !== null) throw this.#signal.reason;
			if (this.#stream === null) {
				if (this.#content !== null) this.#used = true;
				return this.#content;
			}
			const content = web.streams.take(this.#stream);
			if (content === null) return this.#stream;
			this.#shared ||= content === this.#content;
			return content;
		}
		async #consume() {
			const content = this.#untouched();
			if (content === null) return host.utf8Buffer('');
			if (content === this.#stream) return web.streams.readAll(content, maxBody);
			return host.isBytes(content) ? content : whole(content, this.#signal);
		}
		// fill sets the content of a new body: an ArrayBuffer, a source, or a stream.
		static fill(target, content, signal = null) {
			if (web.streams?.isStream(content)) target.#stream = content;
			else target.#content = content;
			target.#signal = signal;
		}
		// outgoing returns the content for those who send it: an ArrayBuffer, a source or a stream. It marks the body as used.
		static outgoing(source) { return source.#untouched(); }
		// share gives a copy of a body to another one.
		static share(source, target) {
			source.#check();
			target.#signal = source.#signal;
			if (source.#stream === null && (source.#content === null || host.isBytes(source.#content))) {
				target.#content = source.#content;
				source.#shared = target.#shared = true;
			} else {
				const {body} = source; // this runs the part of streams
				[source.#stream, target.#stream] = web.streams.split(body);
			}
		}
		// take moves a body to another one.
		static take(source, target) {
			source.#check();
			target.#signal = source.#signal;
			if (source.#stream !== null) {
				target.#stream = source.#stream.pipeThrough(new web.globals.TransformStream());
			} else if (source.#content !== null) {
				target.#content = source.#content;
				target.#shared = source.#shared;
				source.#used = true;
			}
		}
		static isEmpty(source) { return source.#content === null && source.#stream === null; }
		static isUnusable(source) { return source.#unusable(); }
	}
	const hidden = ['fill', 'outgoing', 'share', 'take', 'isEmpty', 'isUnusable'];
	// describeBody is describe for a class of bodies. The members of bodies are its own, as in WebIDL.
	function describeBody(Class, ...enumerable) {
		for (const name of Object.getOwnPropertyNames(Body.prototype)) {
			if (name !== 'constructor') Object.defineProperty(Class.prototype, name, Object.getOwnPropertyDescriptor(Body.prototype, name));
		}
		web.describe(Class, 'body', 'bodyUsed', ...enumerable);
	}
	web.body = {Body, bodyFrom, describeBody};
	for (const name of hidden) {
		web.body[name] = Body[name];
		delete Body[name];
	}

	// whole waits for all that a source has, unless the request is aborted first.
	function whole(source, signal) {
		if (!source.whole) return web.streams.collect(() => source.pull(), () => source.cancel(), maxBody);
		if (signal?.aborted) throw signal.reason;
		if (!signal) return source.whole();
		return new Promise((resolve, reject) => {
			const abort = () => {
				source.cancel();
				reject(signal.reason);
			};
			signal.addEventListener('abort', abort, {once: true});
			const end = settle => value => {
				signal.removeEventListener('abort', abort);
				settle(value);
			};
			source.whole().then(end(resolve), end(reject));
		});
	}
})
