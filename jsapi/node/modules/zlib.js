// node:zlib: bytes are compressed in Go; here are the options, the streams, and the three forms of each function.
(function (host, web) {
	'use strict';
	const {error} = web;
	const {Buffer} = web.node.require('buffer');
	const fail = (code, message, Class = TypeError) => { throw Object.assign(error(Class, message), {code}); };
	const own = bytes => Object.setPrototypeOf(bytes, Buffer.prototype);

	const constants = {
		Z_NO_FLUSH: 0, Z_PARTIAL_FLUSH: 1, Z_SYNC_FLUSH: 2, Z_FULL_FLUSH: 3, Z_FINISH: 4, Z_BLOCK: 5, Z_OK: 0, Z_STREAM_END: 1, Z_NEED_DICT: 2, Z_ERRNO: -1,
		Z_STREAM_ERROR: -2, Z_DATA_ERROR: -3, Z_MEM_ERROR: -4, Z_BUF_ERROR: -5, Z_VERSION_ERROR: -6, Z_NO_COMPRESSION: 0, Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9,
		Z_DEFAULT_COMPRESSION: -1, Z_FILTERED: 1, Z_HUFFMAN_ONLY: 2, Z_RLE: 3, Z_FIXED: 4, Z_DEFAULT_STRATEGY: 0, ZLIB_VERNUM: 4880, DEFLATE: 1, INFLATE: 2, GZIP: 3,
		GUNZIP: 4, DEFLATERAW: 5, INFLATERAW: 6, UNZIP: 7, BROTLI_DECODE: 8, BROTLI_ENCODE: 9, Z_MIN_WINDOWBITS: 8, Z_MAX_WINDOWBITS: 15, Z_DEFAULT_WINDOWBITS: 15,
		Z_MIN_CHUNK: 64, Z_MAX_CHUNK: Infinity, Z_DEFAULT_CHUNK: 16384, Z_MIN_MEMLEVEL: 1, Z_MAX_MEMLEVEL: 9, Z_DEFAULT_MEMLEVEL: 8, Z_MIN_LEVEL: -1, Z_MAX_LEVEL: 9,
		Z_DEFAULT_LEVEL: -1, BROTLI_OPERATION_PROCESS: 0, BROTLI_OPERATION_FLUSH: 1, BROTLI_OPERATION_FINISH: 2, BROTLI_OPERATION_EMIT_METADATA: 3, BROTLI_PARAM_MODE: 0,
		BROTLI_MODE_GENERIC: 0, BROTLI_MODE_TEXT: 1, BROTLI_MODE_FONT: 2, BROTLI_DEFAULT_MODE: 0, BROTLI_PARAM_QUALITY: 1, BROTLI_MIN_QUALITY: 0, BROTLI_MAX_QUALITY: 11,
		BROTLI_DEFAULT_QUALITY: 11, BROTLI_PARAM_LGWIN: 2, BROTLI_MIN_WINDOW_BITS: 10, BROTLI_MAX_WINDOW_BITS: 24, BROTLI_DEFAULT_WINDOW: 22, BROTLI_PARAM_LGBLOCK: 3,
		BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING: 4, BROTLI_PARAM_SIZE_HINT: 5, BROTLI_PARAM_LARGE_WINDOW: 6, BROTLI_DECODER_PARAM_LARGE_WINDOW: 1,
	};
	const codes = {};
	for (const name of ['Z_OK', 'Z_STREAM_END', 'Z_NEED_DICT', 'Z_ERRNO', 'Z_STREAM_ERROR', 'Z_DATA_ERROR', 'Z_MEM_ERROR', 'Z_BUF_ERROR', 'Z_VERSION_ERROR']) {
		codes[name] = constants[name];
		codes[constants[name]] = name;
	}

	// kinds are the classes: what they read or write, and whether they decompress.
	const kinds = {
		Gzip: ['gzip', false], Gunzip: ['gzip', true], Deflate: ['deflate', false], Inflate: ['deflate', true], DeflateRaw: ['deflateRaw', false],
		InflateRaw: ['deflateRaw', true], Unzip: ['unzip', true], BrotliCompress: ['brotli', false], BrotliDecompress: ['brotli', true],
	};

	function number(options, name, least, most, otherwise) {
		const value = options[name];
		if (value === undefined || Number.isNaN(value)) return otherwise;
		if (typeof value !== 'number') fail('ERR_INVALID_ARG_TYPE', `The "options.${name}" property must be of type number. Received ${host.inspect(value, 0, 80)}`);
		if (value < least || value > most) fail('ERR_OUT_OF_RANGE', `The value of "options.${name}" is out of range. It must be >= ${least} and <= ${most}. Received ${value}`, RangeError);
		return value;
	}
	function optionsOf(options, [format, reads]) {
		options ??= {};
		number(options, 'chunkSize', 64, Infinity);
		const maxOutputLength = number(options, 'maxOutputLength', 1, Number.MAX_SAFE_INTEGER, 0);
		if (format === 'brotli') {
			const quality = options.params?.[constants.BROTLI_PARAM_QUALITY] ?? constants.BROTLI_DEFAULT_QUALITY;
			const [flush, finish] = [number(options, 'flush', 0, 3, 0), number(options, 'finishFlush', 0, 3, 2)];
			return {level: number({quality}, 'quality', 0, 11), maxOutputLength, short: reads && finish !== 2, flushes: flush > 0};
		}
		number(options, 'windowBits', reads ? 0 : 8, 15);
		number(options, 'memLevel', 1, 9);
		number(options, 'strategy', 0, 4);
		const flush = number(options, 'flush', 0, 5, 0), finish = number(options, 'finishFlush', 0, 5, 4);
		const {dictionary} = options;
		if (dictionary !== undefined && !(ArrayBuffer.isView(dictionary) || dictionary instanceof ArrayBuffer)) {
			fail('ERR_INVALID_ARG_TYPE', `The "options.dictionary" property must be an instance of Buffer, TypedArray, DataView, or ArrayBuffer. Received ${host.inspect(dictionary, 0, 80)}`);
		}
		return {level: number(options, 'level', -1, 9, -1), maxOutputLength, dictionary, short: reads && finish !== constants.Z_FINISH, flushes: flush === 2 || flush === 3};
	}
	function bytesOf(data) {
		if (typeof data === 'string') return Buffer.from(data);
		if (ArrayBuffer.isView(data) || data instanceof ArrayBuffer) return data;
		return fail('ERR_INVALID_ARG_TYPE', `The "buffer" argument must be of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer. Received ${host.inspect(data, 0, 80)}`);
	}

	// The streams are made when they are first asked for, since they bring node:stream.
	let classes;
	const marker = Buffer.alloc(0); // a chunk that asks for a flush
	function makeClasses() {
		const {Transform} = web.node.require('stream');
		class ZlibBase extends Transform {
			#kind; #options; #engine; #ended = false; #reading = false; #waiting = null; #done = null;
			bytesWritten = 0;
			constructor(options, kind) {
				super({autoDestroy: true, ...options, objectMode: false, readableObjectMode: false, writableObjectMode: false, encoding: undefined, decodeStrings: true});
				this.#kind = kind;
				this.#options = optionsOf(options, kind);
				this.reset();
			}
			reset() {
				this.#engine?.close?.();
				this.#settle();
				this.#ended = this.#reading = false;
				this.#waiting = null;
				this.#engine = this.#kind[1] ? host.inflater(this.#kind[0], this.#options) : host.deflater(this.#kind[0], this.#options);
			}
			get _closed() { return this.destroyed; }
			_transform(chunk, encoding, done) {
				this.bytesWritten += chunk.length;
				const flush = chunk === marker || this.#options.flushes;
				if (this.#kind[1]) {
					if (chunk === marker || this.#ended) return done();
					return this.#inflate(chunk, done);
				}
				this.#give(chunk === marker ? null : () => this.#engine.push(chunk), thrown => {
					if (thrown || !flush) return done(thrown);
					this.#give(() => this.#engine.flush(), done);
				});
			}
			// give pushes what a function makes, at once or later.
			#give(make, done) {
				if (!make) return done();
				try {
					const made = make();
					if (!(made instanceof Promise)) {
						if (made.length) this.push(own(made));
						return done();
					}
					made.then(bytes => {
						if (bytes?.length) this.push(own(bytes));
						done();
					}, done);
				} catch (thrown) {
					done(thrown);
				}
			}
			// inflate writes a chunk, which is done when all that it becomes was wanted.
			#inflate(chunk, done) {
				const engine = this.#engine;
				this.#done = done;
				engine.write(chunk).then(() => { if (engine === this.#engine) this.#settle(); });
				this.#begin();
			}
			#begin() {
				if (!this.#reading) this.#drain(this.#engine);
				this.#reading = true;
			}
			// drain pushes block after block, as long as they are wanted.
			#drain(engine) {
				engine.next().then(block => {
					if (engine !== this.#engine) return;
					if (this.destroyed || !block) {
						this.#ended = true;
						return this.#settle();
					}
					if (this.push(own(block))) return this.#drain(engine);
					this.#waiting = () => this.#drain(engine);
				}, thrown => {
					if (engine === this.#engine && !this.destroyed) this.#settle(thrown);
				});
			}
			// settle ends what waits for the engine: a chunk, or the end.
			#settle(thrown) {
				const done = this.#done;
				this.#done = null;
				done?.(thrown);
			}
			_read(size) {
				const go = this.#waiting;
				if (!go) return super._read(size);
				this.#waiting = null;
				go();
			}
			_flush(done) {
				if (!this.#kind[1]) return this.#give(() => this.#engine.finish(), done);
				if (this.#ended) return done();
				this.#done = done;
				this.#engine.end();
				this.#begin();
			}
			_destroy(thrown, done) {
				this.#engine?.close?.();
				done(thrown);
			}
			flush(kind, callback) {
				if (typeof kind === 'function') callback = kind;
				if (this.writableEnded) {
					if (callback) web.node.require('process').nextTick(callback);
					return;
				}
				this.write(marker, callback);
			}
			params(level, strategy, callback) { this.flush(callback); }
			close(callback) {
				if (callback) web.node.require('stream').finished(this, () => callback());
				this.destroy();
			}
		}
		classes = {};
		for (const [name, kind] of Object.entries(kinds)) {
			// They are constructors that may be called without new.
			// In a function that a constructor calls, the engine has the new.target of the constructor.
			function Class(options) {
				const made = new.target !== undefined && this instanceof Class;
				return Reflect.construct(ZlibBase, [options, kind], made ? new.target : Class);
			}
			Class.prototype = Object.create(ZlibBase.prototype, {constructor: {value: Class, writable: true, configurable: true}});
			Object.setPrototypeOf(Class, ZlibBase);
			classes[name] = Object.defineProperty(Class, 'name', {value: name});
		}
		return classes;
	}

	const zlib = {constants, codes, crc32: (data, value = 0) => host.crc32(bytesOf(data), value)};
	for (const name of Object.keys(kinds)) {
		const kind = kinds[name], [format, reads] = kind;
		const member = name[0].toLowerCase() + name.slice(1);
		const shaped = (bytes, options) => options?.info ? {buffer: own(bytes), engine: new zlib[name](options)} : own(bytes);
		Object.defineProperty(zlib, name, {enumerable: true, configurable: true, get: () => (classes ?? makeClasses())[name]});
		zlib[`create${name}`] = options => new zlib[name](options);
		zlib[`${member}Sync`] = (data, options) => shaped(host.now(reads, format, bytesOf(data), optionsOf(options, kind)), options);
		zlib[member] = (data, options, callback) => {
			if (typeof options === 'function') [options, callback] = [undefined, options];
			if (typeof callback !== 'function') fail('ERR_INVALID_ARG_TYPE', `The "callback" argument must be of type function. Received ${host.inspect(callback, 0, 80)}`);
			const {nextTick} = web.node.require('process');
			host.later(reads, format, bytesOf(data), optionsOf(options, kind)).then(bytes => nextTick(callback, null, shaped(bytes, options)), thrown => nextTick(callback, thrown));
		};
	}
	Object.assign(zlib, constants);
	web.node.zlib = zlib;
})
