// CompressionStream, DecompressionStream. Go compresses, outside of the VM.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe} = web;
	const {ReadableStream, TransformStream, WritableStream} = web.globals;

	const formats = ['brotli', 'deflate', 'deflate-raw', 'gzip'];

	function formatOf(args, where) {
		needArguments(args, 1, `${where} constructor`);
		const format = String(args[0]);
		if (!formats.includes(format)) throw error(TypeError, `${where} constructor: the format '${format}' is not one of ${formats.join(', ')}`);
		return format;
	}
	function checkBytes(chunk, where) {
		if (!host.isBytes(chunk)) throw error(TypeError, `${where}: a chunk is neither an ArrayBuffer nor a view of one`);
	}

	class CompressionStream {
		#transform;
		constructor(format) {
			const coder = host.compressor(formatOf(arguments, 'CompressionStream'));
			this.#transform = new TransformStream({
				async transform(chunk, controller) {
					checkBytes(chunk, 'CompressionStream');
					for (let offset = 0; offset < chunk.byteLength;) {
						const [next, made] = await coder.push(chunk, offset);
						if (made) controller.enqueue(made);
						offset = next;
					}
				},
				async flush(controller) { controller.enqueue(await coder.finish()); },
				cancel() { coder.end(); },
			});
		}
		get readable() { return this.#transform.readable; }
		get writable() { return this.#transform.writable; }
	}
	describe(CompressionStream, 'readable', 'writable');

	// A TransformStream would take what a chunk becomes at once, which for some chunks is a thousand times as much. So here the readable
	// side asks for what it wants, one chunk ahead, and a chunk is written when all of it was wanted.
	class DecompressionStream {
		#readable; #writable;
		constructor(format) {
			const coder = host.decompressor(formatOf(arguments, 'DecompressionStream'));
			let reading, writing; // the controllers
			let begin; // called when something was written
			const begun = new Promise(resolve => { begin = resolve; });
			let given = null; // why one of the sides was given up
			const fail = reason => {
				coder.end();
				reading.error(reason);
				writing.error(reason);
			};
			this.#writable = new WritableStream({
				start(controller) { writing = controller; },
				async write(chunk) {
					begin();
					try {
						checkBytes(chunk, 'DecompressionStream');
						for (let offset = 0; offset < chunk.byteLength;) offset = await coder.write(chunk, offset);
					} catch (reason) {
						if (given) throw given.reason;
						fail(reason);
						throw reason;
					}
				},
				close() {
					begin();
					coder.close();
				},
				abort(reason) {
					given = {reason};
					coder.end();
					reading.error(reason);
				},
			});
			this.#readable = new ReadableStream({
				start(controller) { reading = controller; },
				async pull() {
					let chunk;
					try {
						await begun;
						chunk = await coder.read();
					} catch (reason) {
						if (!given) fail(reason);
						return;
					}
					if (chunk !== null) reading.enqueue(chunk);
					else reading.close();
				},
				cancel(reason) {
					given = {reason};
					coder.end();
					writing.error(reason);
				},
			});
		}
		get readable() { return this.#readable; }
		get writable() { return this.#writable; }
	}
	describe(DecompressionStream, 'readable', 'writable');

	Object.assign(web.globals, {CompressionStream, DecompressionStream});
})
