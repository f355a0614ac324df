// The streams of node:fs. They are made when they are first asked for, since they bring node:stream.
(function (host, web) {
	'use strict';
	const {buffer, fileOf, later, opening, optionsOf} = web.fs;
	const {Readable, Writable} = web.node.require('stream');

	// opened opens the file of a stream, or leaves that to a method that a package has put in the place of it.
	const opened = (stream, done) => {
		if (stream.fd !== null) return done();
		if (stream.open) return openedBy(stream, done);
		opening(later, stream.path, stream.flags, stream.mode).then(fd => {
			stream.fd = fd;
			stream.emit('open', fd);
			stream.emit('ready');
			done();
		}, done);
	};
	const openedBy = (stream, done) => {
		const {emit} = stream;
		stream.emit = function (name, value) {
			if (name === 'open' || name === 'error') {
				stream.emit = emit;
				done(name === 'error' ? value : undefined);
				if (name === 'error') return true; // the stream emits it
			}
			return emit.apply(this, arguments);
		};
		stream.open();
	};
	const closed = (stream, thrown, done) => {
		if (stream.fd === null || !stream.autoClose) return done(thrown);
		const {fd} = stream;
		stream.fd = null;
		later(null, 'close', fd).then(() => done(thrown), other => done(thrown ?? other));
	};
	const begin = (stream, path, flags, options) => Object.assign(stream, {
		path, flags: options.flags ?? flags, mode: options.mode, fd: options.fd === undefined || options.fd === null ? null : fileOf(options.fd),
		pos: options.start, start: options.start, autoClose: options.autoClose !== false,
	});
	// Packages call these classes as functions, as in Node.
	function ReadStream(path, options) {
		if (!(this instanceof ReadStream)) return new ReadStream(path, options);
		options = optionsOf(options ?? {});
		begin(this, path, 'r', options);
		this.bytesRead = 0;
		this.end = options.end ?? Infinity;
		Readable.call(this, {highWaterMark: 65536, emitClose: true, ...options, encoding: options.encoding ?? undefined});
	}
	class Reading extends Readable {
		_construct(done) { opened(this, done); }
		_read(size) {
			const left = this.end === Infinity ? size : Math.min(size, this.end - (this.pos ?? this.bytesRead) + 1);
			if (left <= 0) return void this.push(null);
			later(null, 'read', this.fd, left, this.pos ?? -1).then(bytes => {
				this.bytesRead += bytes.length;
				if (this.pos !== undefined) this.pos += bytes.length;
				this.push(bytes.length ? buffer(bytes) : null);
			}, thrown => this.destroy(thrown));
		}
		_destroy(thrown, done) { closed(this, thrown, done); }
		close(done) {
			if (done) this.once('close', done);
			this.destroy();
		}
	}
	function WriteStream(path, options) {
		if (!(this instanceof WriteStream)) return new WriteStream(path, options);
		options = optionsOf(options ?? {});
		begin(this, path, 'w', options);
		this.bytesWritten = 0;
		Writable.call(this, {emitClose: true, ...options, decodeStrings: true, defaultEncoding: options.encoding ?? 'utf8'});
	}
	class Writing extends Writable {
		_construct(done) { opened(this, done); }
		_write(chunk, encoding, done) {
			later(null, 'write', this.fd, chunk, this.pos ?? -1).then(written => {
				this.bytesWritten += written;
				if (this.pos !== undefined) this.pos += written;
				done();
			}, done);
		}
		_destroy(thrown, done) { closed(this, thrown, done); }
		close(done) {
			if (done) this.once('close', done);
			this.end();
		}
	}
	for (const [made, methods] of [[ReadStream, Reading], [WriteStream, Writing]]) {
		made.prototype = methods.prototype;
		Object.defineProperty(made.prototype, 'constructor', {value: made, writable: true, configurable: true});
		Object.setPrototypeOf(made, Object.getPrototypeOf(methods));
	}
	Object.assign(web.fs, {ReadStream, WriteStream});
})
