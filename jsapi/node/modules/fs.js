// node:fs: three forms of each operation, which is done in Go: at once, with a callback, and with a promise.
(function (host, web) {
	'use strict';
	web.use('platform');
	const {error, globals: {queueMicrotask}} = web;
	const {Buffer} = web.node.require('buffer');
	const {promisify} = web.node.require('util');
	const fail = (code, message, Class = TypeError) => { throw Object.assign(error(Class, message), {code}); };

	const O = {O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 0o100, O_EXCL: 0o200, O_TRUNC: 0o1000, O_APPEND: 0o2000, O_SYNC: 0o4010000};
	const constants = {
		F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, COPYFILE_EXCL: 1, COPYFILE_FICLONE: 2, COPYFILE_FICLONE_FORCE: 4, ...O, O_NOFOLLOW: 0o400000, O_DIRECTORY: 0o200000,
		S_IFMT: 0o170000, S_IFREG: 0o100000, S_IFDIR: 0o040000, S_IFCHR: 0o020000, S_IFBLK: 0o060000, S_IFIFO: 0o010000, S_IFLNK: 0o120000, S_IFSOCK: 0o140000,
		S_IRWXU: 0o700, S_IRUSR: 0o400, S_IWUSR: 0o200, S_IXUSR: 0o100, S_IRWXG: 0o70, S_IRGRP: 0o40, S_IWGRP: 0o20, S_IXGRP: 0o10, S_IRWXO: 7, S_IROTH: 4, S_IWOTH: 2, S_IXOTH: 1,
	};
	const flagNames = {
		r: 0, rs: O.O_SYNC, 'r+': 2, 'rs+': 2 | O.O_SYNC, w: 0o1101, wx: 0o1301, 'w+': 0o1102, 'wx+': 0o1302, a: 0o2101, ax: 0o2301, as: 0o2101 | O.O_SYNC, 'a+': 0o2102, 'ax+': 0o2302,
	};
	function flagsOf(flags, otherwise) {
		if (flags === undefined || flags === null) flags = otherwise;
		if (typeof flags === 'number') return flags;
		if (!(flags in flagNames)) fail('ERR_INVALID_ARG_VALUE', `The argument 'flags' is invalid. Received '${flags}'`);
		return flagNames[flags];
	}
	function pathOf(path, name = 'path') {
		if (path instanceof globalThis.URL) path = web.node.require('url').fileURLToPath(path);
		if (path instanceof Uint8Array) path = Buffer.from(path).toString();
		if (typeof path !== 'string') fail('ERR_INVALID_ARG_TYPE', `The "${name}" argument must be of type string or an instance of Buffer or URL. Received ${host.inspect(path, 0, 80)}`);
		if (path.includes('\0')) fail('ERR_INVALID_ARG_VALUE', `The argument '${name}' must be a string without null bytes. Received ${host.inspect(path, 0, 80)}`);
		return path === '' ? ' ' : path;
	}
	const modeOf = (mode, otherwise) => mode === undefined || mode === null ? otherwise : typeof mode === 'string' ? parseInt(mode, 8) : mode;
	const optionsOf = options => typeof options === 'string' ? {encoding: options} : options ?? {};
	function fileOf(file) {
		if (typeof file === 'number') return file;
		if (file instanceof FileHandle) return file.fd;
		return fail('ERR_INVALID_ARG_TYPE', `The "fd" argument must be of type number. Received ${host.inspect(file, 0, 80)}`);
	}
	const isFile = target => typeof target === 'number' || target instanceof FileHandle;
	const buffer = bytes => Object.setPrototypeOf(bytes, Buffer.prototype);
	const textOr = (bytes, encoding) => encoding && encoding !== 'buffer' ? buffer(bytes).toString(encoding) : buffer(bytes);
	function bytesOf(data, encoding) {
		if (typeof data === 'string') return Buffer.from(data, encoding ?? 'utf8');
		if (ArrayBuffer.isView(data)) return data;
		return fail('ERR_INVALID_ARG_TYPE', `The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received ${host.inspect(data, 0, 80)}`);
	}
	const seconds = time => time instanceof Date ? time.getTime() / 1000 : Number(time);

	class Stats {
		constructor({mode, size, mtimeMs}) {
			Object.assign(this, {
				dev: 0, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 4096, ino: 0, size, blocks: Math.ceil(size / 512),
				atimeMs: mtimeMs, mtimeMs, ctimeMs: mtimeMs, birthtimeMs: mtimeMs,
			});
			for (const name of ['atime', 'mtime', 'ctime', 'birthtime']) this[name] = new Date(mtimeMs);
		}
	}
	class Dirent {
		#kind;
		constructor(name, parentPath, kind) {
			this.name = name;
			this.parentPath = this.path = parentPath;
			this.#kind = kind;
		}
		static kind(entry) { return entry.#kind; }
	}
	const kindOf = Dirent.kind;
	delete Dirent.kind;
	for (const [name, bits] of Object.entries({isFile: 'REG', isDirectory: 'DIR', isSymbolicLink: 'LNK', isFIFO: 'IFO', isSocket: 'SOCK', isCharacterDevice: 'CHR', isBlockDevice: 'BLK'})) {
		const kind = constants[bits === 'IFO' ? 'S_IFIFO' : `S_IF${bits}`];
		Stats.prototype[name] = function () { return (this.mode & constants.S_IFMT) === kind; };
		Dirent.prototype[name] = function () { return kindOf(this) === kind; };
		for (const {prototype} of [Stats, Dirent]) Object.defineProperty(prototype, name, {enumerable: false});
	}

	// run does an operation in one of two ways: now returns its result, later a promise. After it, what it gave becomes what the caller gets.
	const operations = {
		access: (run, path, mode = 0) => run(s => {
			if (mode & 2 && !(s.mode & 0o222)) throw Object.assign(error(Error, `EACCES: permission denied, access '${path}'`), {code: 'EACCES', errno: -13, syscall: 'access', path});
		}, 'stat', pathOf(path), true),
		appendFile(run, target, data, options) { return this.writeFile(run, target, data, {flag: 'a', ...optionsOf(options)}); },
		chmod: (run, path, mode) => run(null, 'chmod', pathOf(path), modeOf(mode, 0)),
		chown: (run, path) => run(() => undefined, 'stat', pathOf(path), true),
		copyFile: (run, from, to, mode = 0) => run(null, 'copy', pathOf(from, 'src'), pathOf(to, 'dest'), Boolean(mode & 1)),
		link: (run, from, to) => run(null, 'link', pathOf(from, 'existingPath'), pathOf(to, 'newPath')),
		lstat: (run, path, options) => stat(run, path, options, false),
		mkdir: (run, path, options) => {
			const {recursive = false, mode} = typeof options === 'object' && options ? options : {mode: options};
			return run(recursive ? first => first : () => undefined, 'mkdir', pathOf(path), recursive, modeOf(mode, 0o777));
		},
		mkdtemp(run, prefix) {
			const path = pathOf(prefix, 'prefix') + Array.from({length: 6}, () => 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'[Math.floor(Math.random() * 62)]).join('');
			return run(() => path, 'mkdir', path, false, 0o700);
		},
		readdir: (run, path, options) => {
			const {withFileTypes = false, recursive = false, encoding} = optionsOf(options);
			return run(list => list.map(([name, parent, kind]) => {
				if (withFileTypes) return new Dirent(name.slice(name.lastIndexOf('/') + 1), parent, kind);
				return encoding === 'buffer' ? Buffer.from(name) : name;
			}), 'readdir', pathOf(path), recursive);
		},
		readFile: (run, target, options) => {
			const {encoding, flag} = optionsOf(options);
			if (encoding && encoding !== 'buffer' && !Buffer.isEncoding(encoding)) fail('ERR_INVALID_ARG_VALUE', `The argument 'encoding' is invalid encoding. Received '${encoding}'`);
			if (isFile(target)) return run(bytes => textOr(bytes, encoding), 'readAll', fileOf(target));
			flagsOf(flag, 'r');
			return run(bytes => textOr(bytes, encoding), 'readFile', pathOf(target));
		},
		readlink: (run, path) => run(target => target, 'readlink', pathOf(path)),
		realpath: (run, path) => run(target => target, 'realpath', pathOf(path)),
		rename: (run, from, to) => run(null, 'rename', pathOf(from, 'oldPath'), pathOf(to, 'newPath')),
		rm: (run, path, {recursive = false, force = false} = {}) => run(null, 'rm', pathOf(path), recursive, force),
		rmdir: (run, path, options) => options?.recursive ? run(null, 'rm', pathOf(path), true, false) : run(null, 'remove', pathOf(path), true),
		stat: (run, path, options) => stat(run, path, options, true),
		symlink: (run, target, path) => run(null, 'symlink', pathOf(target, 'target'), pathOf(path)),
		truncate: (run, path, length = 0) => run(null, 'truncate', pathOf(path), length),
		unlink: (run, path) => run(null, 'remove', pathOf(path), false),
		utimes: (run, path, accessed, modified) => run(null, 'utimes', pathOf(path), seconds(accessed), seconds(modified)),
		writeFile: (run, target, data, options) => {
			const {encoding, flag, mode} = optionsOf(options);
			const bytes = bytesOf(data, encoding);
			if (isFile(target)) return run(() => undefined, 'write', fileOf(target), bytes, -1);
			return run(null, 'writeFile', pathOf(target), bytes, flagsOf(flag, 'w'), modeOf(mode, 0o666));
		},
	};
	function stat(run, path, options, follow) {
		const {throwIfNoEntry = true} = options ?? {};
		return run(found => new Stats(found), 'stat', pathOf(path), follow, throwIfNoEntry);
	}
	const whole = value => value;
	const now = (after, ...args) => {
		if (args[0] === 'stat' && args[3] === false) {
			try {
				return (after ?? whole)(host.now(...args));
			} catch (thrown) {
				if (thrown.code === 'ENOENT') return undefined;
				throw thrown;
			}
		}
		return (after ?? whole)(host.now(...args));
	};
	const later = (after, ...args) => host.later(...args).then(after ?? whole);

	const fs = {}, promises = {constants};
	for (const name of Object.keys(operations)) {
		const operation = operations[name].bind(operations);
		fs[`${name}Sync`] = (...args) => operation(now, ...args);
		promises[name] = async (...args) => operation(later, ...args);
		fs[name] = withCallback(promises[name]);
	}
	function withCallback(promised) {
		return (...args) => {
			const callback = args.pop();
			if (typeof callback !== 'function') fail('ERR_INVALID_ARG_TYPE', `The "cb" argument must be of type function. Received ${host.inspect(callback, 0, 80)}`);
			promised(...args).then(value => queueMicrotask(() => callback(null, value)), thrown => queueMicrotask(() => callback(thrown)));
		};
	}

	fs.existsSync = path => {
		try {
			host.now('stat', pathOf(path), true);
			return true;
		} catch {
			return false;
		}
	};
	fs.exists = (path, callback) => queueMicrotask(() => callback(fs.existsSync(path)));
	fs.exists[promisify.custom] = async path => fs.existsSync(path);

	// notIntoItself refuses to copy a folder into itself, which would never end.
	function notIntoItself(from, to) {
		const {resolve, sep} = web.node.require('path');
		if (`${resolve(pathOf(to))}${sep}`.startsWith(`${resolve(pathOf(from))}${sep}`)) fail('ERR_FS_CP_EINVAL', `Cannot copy ${from} to a subdirectory of self ${to}`, Error);
	}
	// cp copies a file, or a folder with all that is in it.
	promises.cp = async (from, to, {recursive = false, force = true, errorOnExist = false, filter} = {}) => {
		if (filter && !await filter(from, to)) return;
		const found = await promises.lstat(from);
		if (found.isDirectory()) {
			if (!recursive) fail('ERR_FS_EISDIR', `Recursive option not enabled, cannot copy a directory: cp ${from}`, Error);
			notIntoItself(from, to);
			await promises.mkdir(to, {recursive: true});
			const {join} = web.node.require('path');
			for (const name of await promises.readdir(from)) await promises.cp(join(String(from), name), join(String(to), name), {recursive, force, errorOnExist, filter});
			return;
		}
		if (fs.existsSync(to) && !force) {
			if (errorOnExist) fail('ERR_FS_CP_EEXIST', `Target already exists: cp returned EEXIST (${to} already exists) ${to}`, Error);
			return;
		}
		await promises.copyFile(from, to);
	};
	fs.cp = withCallback(promises.cp);
	fs.cpSync = (from, to, {recursive = false, force = true, errorOnExist = false, filter} = {}) => {
		if (filter && !filter(from, to)) return;
		if (fs.lstatSync(from).isDirectory()) {
			if (!recursive) fail('ERR_FS_EISDIR', `Recursive option not enabled, cannot copy a directory: cp ${from}`, Error);
			notIntoItself(from, to);
			fs.mkdirSync(to, {recursive: true});
			const {join} = web.node.require('path');
			for (const name of fs.readdirSync(from)) fs.cpSync(join(String(from), name), join(String(to), name), {recursive, force, errorOnExist, filter});
			return;
		}
		if (fs.existsSync(to) && !force) {
			if (errorOnExist) fail('ERR_FS_CP_EEXIST', `Target already exists: cp returned EEXIST (${to} already exists) ${to}`, Error);
			return;
		}
		fs.copyFileSync(from, to);
	};

	// Files that are open.
	const positionOf = position => position === null || position === undefined ? -1 : Number(position);
	function reading(run, file, target, offset, length, position) {
		if (!ArrayBuffer.isView(target)) ({buffer: target = Buffer.alloc(16384), offset, length, position} = target ?? {});
		else if (typeof offset === 'object' && offset !== null) ({offset, length, position} = offset);
		offset = offset ?? 0;
		length = length ?? target.byteLength - offset;
		return run(bytes => {
			new Uint8Array(target.buffer, target.byteOffset, target.byteLength).set(bytes, offset);
			return {bytesRead: bytes.length, buffer: target};
		}, 'read', fileOf(file), length, positionOf(position));
	}
	function writing(run, file, data, offset, length, position) {
		if (typeof data === 'string') return run(written => ({bytesWritten: written, buffer: data}), 'write', fileOf(file), Buffer.from(data, length), positionOf(offset));
		if (typeof offset === 'object' && offset !== null) ({offset, length, position} = offset);
		offset = offset ?? 0;
		length = length ?? data.byteLength - offset;
		const part = new Uint8Array(data.buffer, data.byteOffset + offset, length);
		return run(written => ({bytesWritten: written, buffer: data}), 'write', fileOf(file), part, positionOf(position));
	}
	const opening = (run, path, flags, mode) => run(null, 'open', pathOf(path), flagsOf(flags, 'r'), modeOf(mode, 0o666));
	Object.assign(fs, {
		openSync: (...args) => opening(now, ...args), open: withCallback(async (...args) => opening(later, ...args)),
		closeSync: file => now(null, 'close', fileOf(file)),
		close: (file, callback = () => {}) => withCallback(async () => later(null, 'close', fileOf(file)))(callback),
		readSync: (...args) => reading(now, ...args).bytesRead, writeSync: (...args) => writing(now, ...args).bytesWritten,
		read(file, ...args) {
			const callback = args.pop();
			reading(later, file, ...args).then(({bytesRead, buffer}) => queueMicrotask(() => callback(null, bytesRead, buffer)), thrown => queueMicrotask(() => callback(thrown)));
		},
		write(file, ...args) {
			const callback = args.pop();
			writing(later, file, ...args).then(({bytesWritten, buffer}) => queueMicrotask(() => callback(null, bytesWritten, buffer)), thrown => queueMicrotask(() => callback(thrown)));
		},
		fstatSync: file => now(found => new Stats(found), 'fstat', fileOf(file)), fstat: withCallback(async file => later(found => new Stats(found), 'fstat', fileOf(file))),
		fsyncSync: file => now(null, 'fsync', fileOf(file)), fsync: withCallback(async file => later(null, 'fsync', fileOf(file))),
		fdatasyncSync: file => now(null, 'fsync', fileOf(file)), fdatasync: withCallback(async file => later(null, 'fsync', fileOf(file))),
		ftruncateSync: (file, length = 0) => now(null, 'ftruncate', fileOf(file), length), ftruncate: withCallback(async (file, length = 0) => later(null, 'ftruncate', fileOf(file), length)),
	});
	fs.read[promisify.custom] = (...args) => reading(later, ...args);
	fs.write[promisify.custom] = (...args) => writing(later, ...args);

	class FileHandle extends web.node.require('events') {
		#fd;
		constructor(fd) {
			super();
			this.#fd = fd;
		}
		get fd() { return this.#fd; }
		read(...args) { return reading(later, this, ...args); }
		write(...args) { return writing(later, this, ...args); }
		async readFile(options) {
			const chunks = [];
			for (;;) {
				const {bytesRead, buffer: chunk} = await this.read(Buffer.alloc(65536));
				if (bytesRead === 0) return textOr(Buffer.concat(chunks), optionsOf(options).encoding);
				chunks.push(chunk.subarray(0, bytesRead));
			}
		}
		async writeFile(data, options) { await later(null, 'write', this.#fd, bytesOf(data, optionsOf(options).encoding), -1); }
		appendFile(data, options) { return this.writeFile(data, options); }
		stat() { return later(found => new Stats(found), 'fstat', this.#fd); }
		truncate(length = 0) { return later(null, 'ftruncate', this.#fd, length); }
		sync() { return later(null, 'fsync', this.#fd); }
		datasync() { return later(null, 'fsync', this.#fd); }
		async close() {
			if (this.#fd < 0) return;
			const fd = this.#fd;
			this.#fd = -1;
			await later(null, 'close', fd);
			this.emit('close');
		}
		createReadStream(options) { return fs.createReadStream('', {...options, fd: this}); }
		createWriteStream(options) { return fs.createWriteStream('', {...options, fd: this}); }
		readLines(options) { return web.node.require('readline').createInterface({input: this.createReadStream(options)}); }
		[Symbol.asyncDispose]() { return this.close(); }
	}
	promises.open = async (path, flags, mode) => new FileHandle(await opening(later, path, flags, mode));

	// Streams are made when they are first asked for, since they bring node:stream.
	let streams;
	function makeStreams() {
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
		return {ReadStream, WriteStream};
	}
	for (const name of ['ReadStream', 'WriteStream']) {
		Object.defineProperty(fs, name, {enumerable: true, configurable: true, get: () => (streams ??= makeStreams())[name]});
		fs[`create${name}`] = (path, options) => new fs[name](path === '' && options?.fd !== undefined ? path : pathOf(path), options);
	}

	// Folders that are open.
	class Dir {
		#entries; #at = 0;
		constructor(path, entries) {
			this.path = path;
			this.#entries = entries;
		}
		readSync() { return this.#entries[this.#at++] ?? null; }
		async read() { return this.readSync(); }
		closeSync() { this.#entries = []; }
		async close() { this.closeSync(); }
		entries() { return this[Symbol.asyncIterator](); }
		[Symbol.asyncIterator]() {
			return {
				next: async () => {
					const value = this.readSync();
					return value ? {value, done: false} : {value: undefined, done: true};
				},
				return: async () => ({value: undefined, done: true}),
				[Symbol.asyncIterator]() { return this; },
			};
		}
	}
	fs.opendirSync = (path, options) => new Dir(path, fs.readdirSync(path, {...options, withFileTypes: true}));
	promises.opendir = async (path, options) => new Dir(path, await promises.readdir(path, {...options, withFileTypes: true}));
	fs.opendir = withCallback(promises.opendir);
	fs.realpathSync.native = fs.realpathSync;
	fs.realpath.native = fs.realpath;

	for (const name of ['watch', 'watchFile', 'unwatchFile']) {
		fs[name] = () => fail('ERR_NOT_SUPPORTED', `node:fs.${name} is not supported: the application is loaded anew when its files change`, Error);
	}
	promises.watch = fs.watch;
	Object.assign(fs, {constants, promises, Stats, Dirent, Dir, F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1});
	web.node.fs = fs;
})
