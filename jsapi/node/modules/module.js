// node:module: the part of a module system that exists while the application runs. What is bundled of the files beside a module stands in
// _bundled, by the path of the module: see metaModules in engine/bundle.
(function (host, web) {
	'use strict';
	const builtinModules = host.names();
	const isBuiltin = name => builtinModules.includes(String(name).replace(/^node:/, ''));
	const bundled = new Map();
	const use = name => web.node.require(name);
	const fail = (class_, text, code) => Object.assign(web.error(class_, text), {code});
	const missing = (name, from, code = 'MODULE_NOT_FOUND') => fail(Error, `Cannot find module '${name}'\nRequire stack:\n- ${from}\nPackages are bundled when the application starts: require it by its name in quotes, or load it with an import statement`, code);

	// fileAt returns the file that a path means, with the extensions and the folders that require tries.
	function fileAt(path, folders = true) {
		const {statSync} = use('fs');
		const stat = name => { try { return statSync(name); } catch { return undefined; } };
		for (const end of ['', '.js', '.json', '.node']) if (stat(path + end)?.isFile()) return path + end;
		if (!folders || !stat(path)?.isDirectory()) return undefined;
		const main = readJSON(path + '/package.json')?.main;
		return main && fileAt(use('path').resolve(path, main)) || fileAt(path + '/index', false);
	}
	function readJSON(path) {
		try { return JSON.parse(use('fs').readFileSync(path, 'utf8')); } catch { return undefined; }
	}
	// target follows the conditions of a package's exports.
	function target(entry, condition) {
		if (typeof entry === 'string' || !entry) return entry;
		if (Array.isArray(entry)) return entry.map(one => target(one, condition)).find(Boolean);
		for (const name in entry) {
			if (['node', 'default', condition].includes(name)) {
				const found = target(entry[name], condition);
				if (found) return found;
			}
		}
		return undefined;
	}
	function inPackages(name, from, condition) {
		const {dirname, join} = use('path');
		const [, owner, rest] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(name) ?? [];
		for (let at = dirname(from); owner; at = dirname(at)) {
			const folder = join(at, 'node_modules', owner);
			const exports = readJSON(join(folder, 'package.json'))?.exports;
			if (exports !== undefined && exports !== null) {
				const paths = typeof exports === 'string' || !Object.keys(exports)[0]?.startsWith('.') ? {'.': exports} : exports;
				const found = target(paths['.' + rest], condition);
				return found && fileAt(join(folder, found), false);
			}
			const found = fileAt(folder + rest);
			if (found || at === dirname(at)) return found;
		}
		return undefined;
	}
	function resolved(name, from, condition) {
		const {dirname, resolve, isAbsolute} = use('path');
		const known = bundled.get(from)?.[name]?.path;
		if (known) return known;
		return /^\.\.?(\/|$)/.test(name) || isAbsolute(name) ? fileAt(resolve(dirname(from), name)) : inPackages(name, from, condition);
	}
	function pathOf(from) {
		const isURL = from instanceof URL || /^file:/.test(from);
		if (!isURL && !(typeof from === 'string' && use('path').isAbsolute(from))) {
			throw fail(TypeError, `The argument 'filename' must be a file URL object, file URL string, or absolute path string. Received ${use('util').inspect(from)}`, 'ERR_INVALID_ARG_VALUE');
		}
		return isURL ? use('url').fileURLToPath(from) : from;
	}
	function createRequire(from) {
		const file = pathOf(from);
		const require = name => {
			if (isBuiltin(name)) return use(name);
			const load = bundled.get(file)?.[name]?.load;
			if (load) return load();
			const path = resolved(name, file, 'require');
			const all = path && [...bundled.values()].flatMap(one => Object.values(one)).find(one => one.path === path && one.load);
			if (all) return all.load();
			if (!path?.endsWith('.json')) throw missing(name, file);
			return require.cache[path] ??= JSON.parse(use('fs').readFileSync(path, 'utf8'));
		};
		require.resolve = name => {
			const path = isBuiltin(name) ? name : resolved(name, file, 'require');
			if (!path) throw missing(name, file);
			return path;
		};
		require.cache = Object.create(null);
		return require;
	}
	// resolveURL is the method resolve of import.meta.
	function resolveURL(name, from) {
		const {pathToFileURL} = use('url');
		name = String(name);
		if (isBuiltin(name)) return name.startsWith('node:') ? name : 'node:' + name;
		if (/^(\.{0,2}\/|[a-z][a-z0-9+.-]*:)/i.test(name)) return new URL(name, pathToFileURL(from)).href;
		const path = resolved(name, from, 'import');
		if (!path) throw fail(Error, `Cannot find package '${name}' imported from ${from}`, 'ERR_MODULE_NOT_FOUND');
		return pathToFileURL(path).href;
	}
	function Module() {}
	web.node.module = Object.assign(Module, {Module, builtinModules, isBuiltin, createRequire, register() {}, syncBuiltinESMExports() {}, enableCompileCache() {}, findSourceMap() {}, _extensions: {}, _cache: {}, globalPaths: []});
	for (const [name, value] of [['_bundled', bundled], ['_require', (file, table) => (bundled.set(file, table), createRequire(file))], ['_resolveURL', resolveURL]]) Object.defineProperty(Module, name, {value});
})
