// What node:fs is asked with and answers with: constants, the arguments of its functions, Stats and Dirent.
(function (host, web) {
	'use strict';
	const {error} = web;
	const {Buffer} = web.node.require('buffer');
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

	web.fs = {Dirent, Stats, buffer, bytesOf, constants, fail, flagsOf, modeOf, optionsOf, pathOf, seconds, textOr};
})
