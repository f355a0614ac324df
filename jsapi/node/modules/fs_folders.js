// Folders as a whole, in node:fs: cp copies them, and Dir reads them.
(function (host, web) {
	'use strict';
	const {fail, fs, pathOf, promises, withCallback} = web.fs;

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
	fs.Dir = Dir;
})
