// TextEncoderStream, TextDecoderStream.
(function (host, web) {
	'use strict';
	const {error, describe} = web;
	const {TransformStream, TextDecoder} = web.globals;

	const replacement = '\uFFFD';
	const isHigh = unit => unit >= 0xD800 && unit <= 0xDBFF;

	class TextEncoderStream {
		#transform;
		constructor() {
			let pending = ''; // half of a character
			this.#transform = new TransformStream({
				transform(chunk, controller) {
					let text = pending + chunk;
					pending = '';
					if (text === '') return;
					if (isHigh(text.charCodeAt(text.length - 1))) {
						pending = text.slice(-1);
						text = text.slice(0, -1);
					}
					if (text !== '') controller.enqueue(host.encodeUTF8(text));
				},
				flush(controller) {
					if (pending !== '') controller.enqueue(host.encodeUTF8(replacement));
				},
			});
		}
		get encoding() { return this.#transform && 'utf-8'; }
		get readable() { return this.#transform.readable; }
		get writable() { return this.#transform.writable; }
	}
	describe(TextEncoderStream, 'encoding', 'readable', 'writable');

	class TextDecoderStream {
		#decoder; #transform;
		constructor(label = 'utf-8', options = {}) {
			const decoder = this.#decoder = new TextDecoder(label, options);
			this.#transform = new TransformStream({
				transform(chunk, controller) {
					if (!host.isBytes(chunk)) {
						throw error(TypeError, 'TextDecoderStream: a chunk is neither an ArrayBuffer nor a view of one');
					}
					if (chunk.byteLength === 0) return;
					const text = decoder.decode(chunk, {stream: true});
					if (text !== '') controller.enqueue(text);
				},
				flush(controller) {
					const text = decoder.decode();
					if (text !== '') controller.enqueue(text);
				},
			});
		}
		get encoding() { return this.#decoder.encoding; }
		get fatal() { return this.#decoder.fatal; }
		get ignoreBOM() { return this.#decoder.ignoreBOM; }
		get readable() { return this.#transform.readable; }
		get writable() { return this.#transform.writable; }
	}
	describe(TextDecoderStream, 'encoding', 'fatal', 'ignoreBOM', 'readable', 'writable');

	Object.assign(web.globals, {TextEncoderStream, TextDecoderStream});
})
