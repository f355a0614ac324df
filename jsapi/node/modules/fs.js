// node:fs: three forms of each operation, which is done in Go: at once, with a callback, and with a promise.
(function (host, web) {
	'use strict';
	web.use('platform');
	web.use('node:fs/values');
	const {error, globals: {queueMicrotask}} = web;
	const {Dirent, Stats, bytesOf, constants, fail, flagsOf, modeOf, optionsOf, pathOf, seconds, textOr} = web.fs;
	const {Buffer} = web.node.require('buffer');
	const {promisify} = web.node.require('util');

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
	function withCallback(promised) {
		return (...args) => {
			const callback = args.pop();
			if (typeof callback !== 'function') fail('ERR_INVALID_ARG_TYPE', `The "cb" argument must be of type function. Received ${host.inspect(callback, 0, 80)}`);
			promised(...args).then(value => queueMicrotask(() => callback(null, value)), thrown => queueMicrotask(() => callback(thrown)));
		};
	}
	Object.assign(web.fs, {fs, later, now, promises, withCallback});
	web.use('node:fs/files');
	web.use('node:fs/folders');
	const {fileOf, isFile} = web.fs;

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
	for (const name of Object.keys(operations)) {
		const operation = operations[name].bind(operations);
		fs[`${name}Sync`] = (...args) => operation(now, ...args);
		promises[name] = async (...args) => operation(later, ...args);
		fs[name] = withCallback(promises[name]);
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
	fs.realpathSync.native = fs.realpathSync;
	fs.realpath.native = fs.realpath;

	for (const name of ['ReadStream', 'WriteStream']) {
		const get = () => {
			web.use('node:fs/streams');
			return web.fs[name];
		};
		const set = value => Object.defineProperty(fs, name, {enumerable: true, configurable: true, writable: true, value});
		Object.defineProperty(fs, name, {enumerable: true, configurable: true, get, set});
		fs[`create${name}`] = (path, options) => new fs[name](path === '' && options?.fd !== undefined ? path : pathOf(path), options);
	}

	for (const name of ['watch', 'watchFile', 'unwatchFile']) {
		fs[name] = () => fail('ERR_NOT_SUPPORTED', `node:fs.${name} is not supported: fwrun reloads the application when its files change`, Error);
	}
	promises.watch = fs.watch;
	Object.assign(fs, {constants, promises, Stats, Dirent, F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1});
	web.node.fs = fs;
})
