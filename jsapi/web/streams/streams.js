// The classes of the Streams standard, and streams of bytes that Go has.
(function (host, web) {
	'use strict';
	const {error} = web;
	const classes = host.loadStreams();
	const {ReadableStream, WritableStream} = classes;
	for (const name of Object.keys(classes)) {
		if (!/^[A-Z]/.test(name)) continue;
		web.globals[name] = web.describe(classes[name]);
	}

	const chunkSize = 65536;
	const {getReader} = ReadableStream.prototype;
	const {get: lockedOf} = Object.getOwnPropertyDescriptor(ReadableStream.prototype, 'locked');

	// What is behind a stream that was made here: an ArrayBuffer, or a source.
	const contents = new WeakMap();

	const isStream = value => value instanceof ReadableStream && typeof value._state === 'string';
	const readerOf = stream => getReader.call(stream);
	const isLocked = stream => lockedOf.call(stream);
	// The class does not tell; its package keeps it in this property.
	const isDisturbed = stream => stream._disturbed;

	// fromBytes returns a byte stream of an ArrayBuffer that nobody changes. When the signal is aborted the stream fails with its
	// reason.
	function fromBytes(buffer, signal = null) {
		let offset = 0;
		const end = buffer.byteLength;
		const pull = () => {
			if (offset === end) return null;
			const next = Math.min(offset + chunkSize, end);
			const chunk = new Uint8Array(buffer.slice(offset, next));
			offset = next;
			return chunk;
		};
		const stream = byteStream({pull, cancel() {}}, signal, end === 0);
		contents.set(stream, buffer);
		return stream;
	}

	// fromSource returns a byte stream of what Go reads, likewise.
	function fromSource(source, signal = null) {
		const stream = byteStream(source, signal, false);
		contents.set(stream, source);
		return stream;
	}

	// byteStream returns a stream that reads while somebody wants to read from it. pull returns a chunk, or null at the end, or a promise
	// of one of them.
	function byteStream(source, signal, isEmpty) {
		let controller;
		const abort = () => {
			source.cancel();
			controller.error(signal.reason);
		};
		const end = () => signal?.removeEventListener('abort', abort);
		const stream = new ReadableStream({
			type: 'bytes',
			start(c) {
				controller = c;
				if (isEmpty && !signal?.aborted) c.close();
			},
			async pull() {
				try {
					const chunk = await source.pull();
					if (signal?.aborted) return;
					if (chunk !== null) return controller.enqueue(chunk);
					end();
					finish(controller);
				} catch (reason) {
					end();
					if (!signal?.aborted) throw reason;
				}
			},
			cancel() {
				end();
				source.cancel();
			},
		}, {highWaterMark: 0});
		if (signal?.aborted) abort();
		else if (!isEmpty) signal?.addEventListener('abort', abort, {once: true});
		return stream;
	}

	// finish closes a byte stream. A reader that has brought its own buffer gets it back.
	function finish(controller) {
		const request = controller.byobRequest;
		controller.close();
		request?.respond(0);
	}

	// take returns what is behind a stream of this part that nobody has touched, and locks it; otherwise null.
	function take(stream) {
		if (!isStream(stream) || isLocked(stream) || isDisturbed(stream) || stream._state !== 'readable') return null;
		const content = contents.get(stream);
		if (content === undefined) return null;
		getReader.call(stream);
		stream._disturbed = true;
		return content;
	}

	// spent returns a stream that was read to its end and is locked.
	function spent() {
		const stream = fromBytes(new ArrayBuffer(0));
		getReader.call(stream);
		stream._disturbed = true;
		return stream;
	}

	// split is tee for two owners: the chunks of the second stream are copies.
	function split(stream) {
		const [first, second] = stream.tee();
		if (contents.has(stream) || stream._readableStreamController instanceof classes.ReadableByteStreamController) return [first, second];
		const copied = new classes.TransformStream({
			transform(chunk, controller) { controller.enqueue(host.clone(chunk)); },
		}, {highWaterMark: 1}, {highWaterMark: 0});
		return [first, second.pipeThrough(copied)];
	}

	// readAll returns the bytes of a stream whose chunks are Uint8Arrays, up to a limit.
	function readAll(stream, limit) {
		const reader = getReader.call(stream);
		const pull = async () => {
			const {done, value} = await reader.read();
			return done ? null : value;
		};
		return collect(pull, wrong => reader.cancel(wrong).catch(() => {}), limit);
	}

	// collect returns the bytes of all the chunks that pull has, which returns a promise of a Uint8Array, or of null at the end.
	async function collect(pull, cancel, limit) {
		const chunks = [];
		for (let size = 0;;) {
			const chunk = await pull();
			if (chunk === null) return host.concat(chunks);
			let wrong = null;
			if (!(chunk instanceof Uint8Array)) wrong = error(TypeError, 'The stream has a chunk that is not a Uint8Array');
			else if ((size += chunk.byteLength) > limit) wrong = error(TypeError, `The stream is longer than ${limit} bytes`);
			if (wrong) {
				cancel(wrong);
				throw wrong;
			}
			chunks.push(chunk);
		}
	}

	// What console.log shows of each class; the package keeps its state in properties.
	const views = {
		ReadableStream: s => ({
			locked: isLocked(s), state: s._state, supportsBYOB: s._readableStreamController instanceof classes.ReadableByteStreamController,
		}),
		WritableStream: s => ({locked: s.locked, state: s._state}),
		TransformStream: s => ({readable: s.readable, writable: s.writable, backpressure: s._backpressure}),
		ReadableStreamDefaultReader: r => ({stream: r._ownerReadableStream, readRequests: r._readRequests.length, closed: r.closed}),
		ReadableStreamBYOBReader: r => ({stream: r._ownerReadableStream, readIntoRequests: r._readIntoRequests.length, closed: r.closed}),
		WritableStreamDefaultWriter: w => {
			const stream = w._ownerWritableStream;
			return {stream, closed: w.closed, ready: w.ready, desiredSize: stream && w.desiredSize};
		},
		ReadableStreamDefaultController: c => ({desiredSize: c.desiredSize}),
		ReadableByteStreamController: c => ({desiredSize: c.desiredSize}),
		WritableStreamDefaultController: c => ({signal: c.signal}),
		TransformStreamDefaultController: c => ({desiredSize: c.desiredSize}),
		ReadableStreamBYOBRequest: r => ({view: r.view}),
		CountQueuingStrategy: ({highWaterMark}) => ({highWaterMark}),
		ByteLengthQueuingStrategy: ({highWaterMark}) => ({highWaterMark}),
	};
	for (const name of Object.keys(views)) web.view(classes[name], views[name]);

	web.streams = {isStream, isLocked, readerOf, isDisturbed, fromBytes, fromSource, take, spent, split, readAll, collect, ReadableStream, WritableStream};
})
