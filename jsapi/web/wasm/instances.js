// The class Instance: what a module imports, and what it exports.
(function (_, web) {
	'use strict';
	const {error} = web;
	const {Global, Memory, Table, globalOf, host, inside, isObject, memoryOf, needModule, tableOf} = web.wasm;

	class Instance {
		#exports;
		constructor(module, importObject) {
			const where = 'WebAssembly.Instance()';
			if (module === inside) {
				this.#exports = arguments[1];
				return;
			}
			const code = needModule(module, where);
			this.#exports = exportsOf(code, importObject, where);
		}
		get exports() {
			if (!(#exports in this)) throw error(TypeError, 'WebAssembly.Instance.exports: Receiver is not a WebAssembly.Instance');
			return this.#exports;
		}
	}

	// importsOf reads what a module imports from an object.
	function importsOf(code, importObject, where) {
		const imports = host.imports(code);
		if (importObject !== undefined && !isObject(importObject)) {
			throw error(TypeError, `${where}: Argument 1 must be an object`);
		}
		if (imports.length > 0 && importObject === undefined) {
			throw error(TypeError, `${where}: Imports argument must be present and must be an object`);
		}
		return imports.map(([module, name, kind], n) => {
			const from = importObject[module];
			if (!isObject(from)) {
				throw error(TypeError, `${where}: Import #${n} "${module}": module is not an object or function`);
			}
			const value = from[name];
			switch (kind) {
			case 'memory': return memoryOf(value);
			case 'table': return tableOf(value);
			case 'global': return globalOf(value) ?? value;
			default: return value;
			}
		});
	}

	const classes = {memory: Memory, table: Table, global: Global};

	// exportsOf makes an instance, and returns its exports.
	function exportsOf(code, importObject, where) {
		const exports = Object.create(null);
		for (const [name, kind, value] of host.instantiate(code, importsOf(code, importObject, where), where)) {
			let member = value;
			if (kind !== 'function') {
				member = host.wrapper(value);
				if (member === undefined) {
					member = new classes[kind](inside, value);
					host.setWrapper(value, member);
				}
			}
			Object.defineProperty(exports, name, {value: member, enumerable: true});
		}
		return Object.freeze(exports);
	}

	Object.defineProperty(Instance, 'length', {value: 1, configurable: true});
	Object.assign(web.wasm, {Instance, exportsOf});
})
