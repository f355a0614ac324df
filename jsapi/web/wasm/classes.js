// The classes of what modules are, and of what they share: Module, Memory, Table, Global.
(function (_, web) {
	'use strict';
	const {error} = web;
	const {host, inside, isObject, made, needBytes, needDescriptor, number, sizes, typeOf, types} = web.wasm;

	// Each class leaves a function that returns what is behind an object of it; undefined for other values.
	let codeOf, memoryOf, tableOf, globalOf;

	function needModule(module, where) {
		const code = codeOf(module);
		if (code === undefined) throw error(TypeError, `${where}: Argument 0 must be a WebAssembly.Module`);
		return code;
	}

	class Module {
		#code;
		constructor(source) {
			const where = 'WebAssembly.Module()';
			if (source === inside) {
				this.#code = arguments[1];
				return;
			}
			needBytes(source, where);
			this.#code = host.compile(source, where);
		}
		static exports(module) {
			return host.exports(needModule(module, 'WebAssembly.Module.exports()')).map(([name, kind]) => ({name, kind}));
		}
		static imports(module) {
			const code = needModule(module, 'WebAssembly.Module.imports()');
			return host.imports(code).map(([module, name, kind]) => ({module, name, kind}));
		}
		static customSections(module, sectionName) {
			const where = 'WebAssembly.Module.customSections()';
			const code = needModule(module, where);
			if (sectionName === undefined) throw error(TypeError, `${where}: Argument 1 is required`);
			return host.customs(code, `${sectionName}`);
		}
		static {
			codeOf = (module) => isObject(module) && #code in module ? module.#code : undefined;
		}
	}

	class Memory {
		#memory;
		constructor(descriptor) {
			const where = 'WebAssembly.Memory()';
			if (descriptor === inside) {
				this.#memory = arguments[1];
				return;
			}
			needDescriptor(descriptor, where);
			const [initial, maximum] = sizes(descriptor, where);
			if (initial > 65536) throw error(RangeError, `${where}: Property 'initial': value ${initial} is above the upper bound 65536`);
			if (maximum > 65536) throw error(RangeError, `${where}: Property 'maximum': value ${maximum} is above the upper bound 65536`);
			if (descriptor.shared) throw error(TypeError, `${where}: shared memories are not supported`);
			this.#memory = host.newMemory(initial, maximum);
			host.setWrapper(this.#memory, this);
		}
		get buffer() { return host.memoryBuffer(made(memoryOf(this), 'WebAssembly.Memory.buffer', 'WebAssembly.Memory')); }
		grow(delta) {
			const where = 'WebAssembly.Memory.grow()';
			return host.memoryGrow(made(memoryOf(this), where, 'WebAssembly.Memory'), number(delta, where, 'Argument 0'));
		}
		static {
			memoryOf = (memory) => isObject(memory) && #memory in memory ? memory.#memory : undefined;
		}
	}

	class Table {
		#table;
		#element;
		constructor(descriptor, value) {
			const where = 'WebAssembly.Table()';
			if (descriptor === inside) {
				this.#table = arguments[1];
				this.#element = host.tableType(this.#table);
				return;
			}
			needDescriptor(descriptor, where);
			const element = typeOf(descriptor.element);
			if (element !== 'funcref' && element !== 'externref') {
				throw error(TypeError, `${where}: Descriptor property 'element' must be a WebAssembly reference type`);
			}
			const [initial, maximum] = sizes(descriptor, where);
			this.#element = element;
			this.#table = host.newTable(element, initial, maximum, element === 'funcref' && value === undefined ? null : value);
			host.setWrapper(this.#table, this);
		}
		get length() { return host.tableLength(made(tableOf(this), 'WebAssembly.Table.length', 'WebAssembly.Table')); }
		get(index) {
			const where = 'WebAssembly.Table.get()';
			return host.tableGet(made(tableOf(this), where, 'WebAssembly.Table'), number(index, where, 'Argument 0'));
		}
		set(index, value) {
			const where = 'WebAssembly.Table.set()';
			const table = made(tableOf(this), where, 'WebAssembly.Table');
			if (arguments.length < 2 && this.#element === 'funcref') value = null;
			host.tableSet(table, number(index, where, 'Argument 0'), value);
		}
		grow(delta, value) {
			const where = 'WebAssembly.Table.grow()';
			const table = made(tableOf(this), where, 'WebAssembly.Table');
			if (arguments.length < 2 && this.#element === 'funcref') value = null;
			return host.tableGrow(table, number(delta, where, 'Argument 0'), value);
		}
		static {
			tableOf = (table) => isObject(table) && #table in table ? table.#table : undefined;
			Object.defineProperty(this.prototype.set, 'length', {value: 1, configurable: true});
			Object.defineProperty(this.prototype.grow, 'length', {value: 1, configurable: true});
		}
	}

	class Global {
		#global;
		constructor(descriptor, value) {
			const where = 'WebAssembly.Global()';
			if (descriptor === inside) {
				this.#global = arguments[1];
				return;
			}
			needDescriptor(descriptor, where);
			const mutable = Boolean(descriptor.mutable);
			const type = typeOf(descriptor.value);
			if (!types.includes(type) || type === 'v128') {
				throw error(TypeError, `${where}: Descriptor property 'value' must be a WebAssembly type whose values JavaScript can hold`);
			}
			// A missing value is zero or null; as a reference from outside it is undefined.
			const given = value !== undefined || type === 'externref';
			this.#global = host.newGlobal(type, mutable, value, given);
			host.setWrapper(this.#global, this);
		}
		get value() { return host.globalGet(made(globalOf(this), 'get WebAssembly.Global.value', 'WebAssembly.Global')); }
		set value(value) {
			const where = 'set WebAssembly.Global.value';
			const global = made(globalOf(this), where, 'WebAssembly.Global');
			if (!host.globalType(global)[1]) throw error(TypeError, `${where}: Can't set the value of an immutable global.`);
			host.globalSet(global, value);
		}
		valueOf() { return host.globalGet(made(globalOf(this), 'WebAssembly.Global.valueOf()', 'WebAssembly.Global')); }
		static {
			globalOf = (global) => isObject(global) && #global in global ? global.#global : undefined;
		}
	}

	for (const Class of [Table, Global]) Object.defineProperty(Class, 'length', {value: 1, configurable: true});
	host.cloneModules(object => {
		const code = codeOf(object);
		return code === undefined ? undefined : new Module(inside, code);
	});
	Object.assign(web.wasm, {Global, Memory, Module, Table, codeOf, globalOf, memoryOf, needModule, tableOf});
})
