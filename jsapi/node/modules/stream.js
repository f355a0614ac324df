// node:stream: Node's own sources, as a package, over the modules here.
(function (host, web) {
	'use strict';
	web.use('events');
	const {require} = web.node;
	const stream = host.loadStream(name => {
		switch (name) {
		case 'process/': return require('process');
		case 'string_decoder/': return require('string_decoder');
		case 'abort-controller': return web.globals;
		case 'stream': return undefined; // it only looks whether it may use Node's
		default: return require(name);
		}
	});
	// The package leaves these to Node: they convert to and from streams of the web.
	const {Readable, Writable, Duplex} = stream;
	Readable.toWeb = readable => toWeb(readable);
	Readable.fromWeb = (source, options) => fromWeb(source, options);
	Writable.toWeb = writable => writableToWeb(writable);
	Writable.fromWeb = (target, options) => writableFromWeb(target, options);
	Duplex.toWeb = duplex => ({readable: toWeb(duplex), writable: writableToWeb(duplex)});
	Duplex.fromWeb = ({readable, writable}, options) => Duplex.from({
		readable: fromWeb(readable, options), writable: writableFromWeb(writable, options),
	});

	function toWeb(readable) {
		const {ReadableStream} = globalThis;
		const iterator = readable[Symbol.asyncIterator]();
		return new ReadableStream({
			async pull(controller) {
				const {value, done} = await iterator.next();
				if (done) controller.close();
				else controller.enqueue(value);
			},
			async cancel(reason) {
				readable.destroy(reason instanceof Error ? reason : undefined);
			},
		}, {highWaterMark: 0});
	}
	function fromWeb(source, options) {
		const reader = source.getReader();
		return new Readable({
			...options,
			read() {
				reader.read().then(({value, done}) => this.push(done ? null : value), thrown => this.destroy(thrown));
			},
			destroy(thrown, done) {
				reader.cancel(thrown).then(() => done(thrown), () => done(thrown));
			},
		});
	}
	function writableToWeb(writable) {
		const {WritableStream} = globalThis;
		return new WritableStream({
			start(controller) { writable.on('error', thrown => controller.error(thrown)); },
			write: chunk => new Promise((resolve, reject) => writable.write(chunk, thrown => thrown ? reject(thrown) : resolve())),
			close: () => new Promise(resolve => writable.end(resolve)),
			abort: reason => { writable.destroy(reason instanceof Error ? reason : undefined); },
		});
	}
	function writableFromWeb(target, options) {
		const writer = target.getWriter();
		return new Writable({
			...options,
			write(chunk, encoding, done) { writer.write(chunk).then(() => done(), done); },
			final(done) { writer.close().then(() => done(), done); },
			destroy(thrown, done) {
				if (!thrown) return done();
				writer.abort(thrown).then(() => done(thrown), () => done(thrown));
			},
		});
	}
	// Node's module is the class of old, as which packages call it; that package is the class Readable.
	web.node.stream = Object.assign(stream.Stream, {Readable, Writable, Duplex});
})
