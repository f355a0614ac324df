// TextEncoder, TextDecoder.
(function (host, web) {
	'use strict';
	const {error, describe} = web;

	const piece = 1 << 20; // bytes that are decoded at a time; in between, a script can be stopped

	class TextEncoder {
		get encoding() { return 'utf-8'; }
		encode(text = '') { return host.encodeUTF8(String(text)); }
		encodeInto(text, target) {
			web.needArguments(arguments, 2, 'encodeInto');
			if (!(target instanceof Uint8Array)) throw error(TypeError, 'encodeInto: the second argument is not a Uint8Array');
			const [read, written] = host.encodeInto(String(text), target);
			return {read, written};
		}
	}
	describe(TextEncoder, 'encoding');

	class TextDecoder {
		#encoding; #fatal; #ignoreBOM;
		#decode; // keeps the bytes of a character that is not complete yet

		constructor(label = 'utf-8', options = {}) {
			this.#encoding = host.encodingName(String(label));
			if (!this.#encoding) throw error(RangeError, `TextDecoder: the encoding "${label}" is not known`);
			this.#fatal = Boolean(options?.fatal);
			this.#ignoreBOM = Boolean(options?.ignoreBOM);
			this.#decode = host.decoder(this.#encoding, this.#fatal, this.#ignoreBOM);
		}
		get encoding() { return this.#encoding; }
		get fatal() { return this.#fatal; }
		get ignoreBOM() { return this.#ignoreBOM; }
		decode(input, options) {
			if (input !== undefined && !host.isBytes(input)) {
				throw error(TypeError, 'decode: the argument is neither an ArrayBuffer nor a view of one');
			}
			const stream = Boolean(options?.stream);
			return input?.byteLength > piece ? this.#inPieces(input, stream) : this.#text(input, stream);
		}
		#text(input, stream) {
			const text = this.#decode(input, stream);
			if (text === null) throw error(TypeError, `decode: the data is not valid ${this.#encoding}`);
			return text;
		}
		#inPieces(input, stream) {
			const bytes = ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input);
			const texts = [];
			for (let at = 0; at < bytes.length; at += piece) {
				const last = at + piece >= bytes.length;
				texts[texts.length] = this.#text(bytes.subarray(at, at + piece), stream || !last);
			}
			return texts.join('');
		}
	}
	describe(TextDecoder, 'encoding', 'fatal', 'ignoreBOM');

	Object.assign(web.globals, {TextEncoder, TextDecoder});
})
