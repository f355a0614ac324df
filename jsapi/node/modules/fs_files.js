// The files of node:fs that are open: by number, and as FileHandle.
(function (host, web) {
	'use strict';
	const {Stats, bytesOf, fail, flagsOf, fs, later, modeOf, now, optionsOf, pathOf, promises, textOr, withCallback} = web.fs;
	const {queueMicrotask} = web.globals;
	const {Buffer} = web.node.require('buffer');
	const {promisify} = web.node.require('util');

	function fileOf(file) {
		if (typeof file === 'number') return file;
		if (file instanceof FileHandle) return file.fd;
		return fail('ERR_INVALID_ARG_TYPE', `The "fd" argument must be of type number. Received ${host.inspect(file, 0, 80)}`);
	}
	const isFile = target => typeof target === 'number' || target instanceof FileHandle;
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
	Object.assign(web.fs, {fileOf, isFile, opening});
})
