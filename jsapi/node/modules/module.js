// node:module: the part of a module system that exists while the application runs.
(function (host, web) {
	'use strict';
	const builtinModules = host.names();
	const isBuiltin = name => builtinModules.includes(String(name).replace(/^node:/, ''));
	function createRequire() {
		const require = name => {
			if (isBuiltin(name)) return web.node.require(name);
			throw Object.assign(web.error(Error, `Cannot find module '${name}': packages are bundled when the application starts; load it with an import statement`), {code: 'MODULE_NOT_FOUND'});
		};
		require.resolve = name => name;
		require.cache = Object.create(null);
		return require;
	}
	function Module() {}
	web.node.module = Object.assign(Module, {Module, builtinModules, isBuiltin, createRequire, register() {}, syncBuiltinESMExports() {}, enableCompileCache() {}, findSourceMap() {}, _extensions: {}, _cache: {}});
})
