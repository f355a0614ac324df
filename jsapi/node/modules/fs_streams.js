// The streams of node:fs. They are made when they are first asked for, since they bring node:stream.
(function (host, web) {
	'use strict';
	const {buffer, fileOf, later, opening, optionsOf} = web.fs;
	const {Readable, Writable} = web.node.require('stream');

	const opened = (stream, path, flags, options, done) => {
		if (options.fd !== undefined && options.fd !== null) {
			stream.fd = fileOf(options.fd);
			return done();
		}
		opening(later, path, options.flags ?? flags, options.mode).then(fd => {
			stream.fd = fd;
			stream.emit('open', fd);
			stream.emit('ready');
			done();
		}, done);
	};
	const closed = (stream, options, thrown, done) => {
		if (stream.fd === null || options.autoClose === false) return done(thrown);
		const {fd} = stream;
		stream.fd = null;
		later(null, 'close', fd).then(() => done(thrown), other => done(thrown ?? other));
	};
	class ReadStream extends Readable {
		#options; #at; #end;
		constructor(path, options = {}) {
			options = optionsOf(options);
			super({highWaterMark: 65536, emitClose: true, ...options, encoding: options.encoding ?? undefined});
			this.path = path;
			this.fd = null;
			this.bytesRead = 0;
			this.#options = options;
			this.#at = options.start ?? -1;
			this.#end = options.end ?? Infinity;
		}
		_construct(done) { opened(this, this.path, 'r', this.#options, done); }
		_read(size) {
			const left = this.#end === Infinity ? size : Math.min(size, this.#end - (this.#at < 0 ? this.bytesRead : this.#at) + 1);
			if (left <= 0) return void this.push(null);
			later(null, 'read', this.fd, left, this.#at).then(bytes => {
				this.bytesRead += bytes.length;
				if (this.#at >= 0) this.#at += bytes.length;
				this.push(bytes.length ? buffer(bytes) : null);
			}, thrown => this.destroy(thrown));
		}
		_destroy(thrown, done) { closed(this, this.#options, thrown, done); }
		close(done) {
			if (done) this.once('close', done);
			this.destroy();
		}
	}
	class WriteStream extends Writable {
		#options; #at;
		constructor(path, options = {}) {
			options = optionsOf(options);
			super({emitClose: true, ...options, decodeStrings: true, defaultEncoding: options.encoding ?? 'utf8'});
			this.path = path;
			this.fd = null;
			this.bytesWritten = 0;
			this.#options = options;
			this.#at = options.start ?? -1;
		}
		_construct(done) { opened(this, this.path, 'w', this.#options, done); }
		_write(chunk, encoding, done) {
			later(null, 'write', this.fd, chunk, this.#at).then(written => {
				this.bytesWritten += written;
				if (this.#at >= 0) this.#at += written;
				done();
			}, done);
		}
		_destroy(thrown, done) { closed(this, this.#options, thrown, done); }
		close(done) {
			if (done) this.once('close', done);
			this.end();
		}
	}
	Object.assign(web.fs, {ReadStream, WriteStream});
})
