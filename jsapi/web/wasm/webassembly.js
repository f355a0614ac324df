// WebAssembly: the classes and functions of the namespace, over what the host makes of modules.
(function (host, web) {
	'use strict';
	const {error} = web;
	const inside = Symbol('inside'); // what a constructor is given by this file only

	function errorClass(name) {
		const Class = function (message, options) {
			const made = options === undefined ? message === undefined ? new Error() : new Error(message) : new Error(message, options);
			return host.trimStack(Object.setPrototypeOf(made, new.target === undefined ? Class.prototype : new.target.prototype));
		};
		Object.defineProperty(Class, 'name', {value: name, configurable: true});
		Object.defineProperty(Class, 'length', {value: 1, configurable: true});
		Object.setPrototypeOf(Class, Error);
		Class.prototype = Object.create(Error.prototype, {
			constructor: {value: Class, writable: true, configurable: true},
			name: {value: name, writable: true, configurable: true},
			message: {value: '', writable: true, configurable: true},
		});
		Object.defineProperty(Class, 'prototype', {writable: false});
		return Class;
	}
	const CompileError = errorClass('CompileError');
	const LinkError = errorClass('LinkError');
	const RuntimeError = errorClass('RuntimeError');
	host.setErrors(CompileError, LinkError, RuntimeError);

	function isObject(value) {
		return typeof value === 'object' && value !== null || typeof value === 'function';
	}

	function needBytes(source, where) {
		if (!host.isBufferOrView(source)) throw error(TypeError, `${where}: Argument 0 must be a buffer source`);
	}

	// number converts to an unsigned long that is not out of range.
	function number(value, where, what, most = 0xFFFFFFFF) {
		const n = Number(value);
		if (!Number.isFinite(n)) throw error(TypeError, `${where}: ${what} must be convertible to a valid number`);
		const whole = Math.trunc(n);
		if (whole < 0) throw error(TypeError, `${where}: ${what} must be non-negative`);
		if (whole > most) throw error(TypeError, `${where}: ${what} must be in the unsigned long range`);
		return whole;
	}

	// sizes reads initial and maximum of a descriptor.
	function sizes(descriptor, where, most) {
		if (descriptor.initial === undefined) throw error(TypeError, `${where}: Property 'initial' is required`);
		const initial = number(descriptor.initial, where, "Property 'initial'", most);
		if (descriptor.maximum === undefined) return [initial, undefined];
		const maximum = number(descriptor.maximum, where, "Property 'maximum'", most);
		if (maximum < initial) {
			throw error(RangeError, `${where}: Property 'maximum': value ${maximum} is below the lower bound ${initial}`);
		}
		return [initial, maximum];
	}

	function needDescriptor(descriptor, where) {
		if (!isObject(descriptor)) throw error(TypeError, `${where}: Argument 0 must be a descriptor`);
	}

	// Each class leaves a function that returns what is behind an object of it; undefined for other values.
	let codeOf, memoryOf, tableOf, globalOf;

	// made throws unless a value is of a class, as methods do that are called on something else.
	function made(behind, where, name) {
		if (behind === undefined) throw error(TypeError, `${where}: Receiver is not a ${name}`);
		return behind;
	}

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
				throw error(TypeError, `${where}: Descriptor property 'value' must be a WebAssembly type whose values scripts have`);
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

	const types = ['i32', 'i64', 'f32', 'f64', 'v128', 'externref', 'funcref'];

	// typeOf returns the name that the host has for a type.
	function typeOf(name) {
		name = `${name}`;
		return name === 'anyfunc' ? 'funcref' : name;
	}

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

	let partsOf;

	class Tag {
		#parameters;
		constructor(descriptor) {
			const where = 'WebAssembly.Tag()';
			needDescriptor(descriptor, where);
			const parameters = descriptor.parameters;
			if (!isObject(parameters)) throw error(TypeError, `${where}: Argument 0 must be a tag type with 'parameters'`);
			this.#parameters = Array.from(parameters, typeOf);
			if (!this.#parameters.every((type) => types.includes(type))) {
				throw error(TypeError, `${where}: Argument 0 parameter type is not a value type`);
			}
		}
		static {
			partsOf = (tag, where) => {
				if (!isObject(tag) || !(#parameters in tag)) throw error(TypeError, `${where}: Argument 0 must be a WebAssembly tag`);
				return tag.#parameters;
			};
		}
	}

	const JSTag = new Tag({parameters: ['externref']});

	class Exception {
		#tag;
		#payload;
		constructor(tag, payload, options) {
			const where = 'WebAssembly.Exception()';
			const parameters = partsOf(tag, where);
			if (tag === JSTag) throw error(TypeError, `${where}: Argument 0 cannot be WebAssembly.JSTag`);
			if (!isObject(payload)) throw error(TypeError, `${where}: Argument 1 must be iterable`);
			const values = Array.from(payload);
			if (values.length !== parameters.length) {
				throw error(TypeError, `${where}: Number of exception values does not match signature length`);
			}
			this.#tag = tag;
			this.#payload = values.map((value, i) => host.convert(parameters[i], value));
			if (options?.traceStack) {
				Object.defineProperty(this, 'stack', {value: error(Error, '').stack, writable: true, configurable: true});
			}
		}
		is(tag) {
			partsOf(tag, 'WebAssembly.Exception.is()');
			return this.#tag === tag;
		}
		getArg(tag, index) {
			const where = 'WebAssembly.Exception.getArg()';
			partsOf(tag, where);
			const at = number(index, where, 'Argument 1');
			if (this.#tag !== tag) throw error(TypeError, `${where}: First argument does not match the exception tag`);
			if (at >= this.#payload.length) throw error(RangeError, `${where}: Index must be convertible to a valid number`);
			return this.#payload[at];
		}
	}

	for (const Class of [Module, Instance, Memory, Table, Global, Tag, Exception]) {
		for (const owner of [Class, Class.prototype]) {
			for (const name of Object.getOwnPropertyNames(owner)) {
				if (!['constructor', 'length', 'name', 'prototype'].includes(name) || owner === Table.prototype && name === 'length') {
					Object.defineProperty(owner, name, {enumerable: true});
				}
			}
		}
		host.describe(Class.prototype, `WebAssembly.${Class.name}`, []);
	}
	host.cloneModules(object => {
		const code = codeOf(object);
		return code === undefined ? undefined : new Module(inside, code);
	});
	for (const Class of [Table, Global]) Object.defineProperty(Class, 'length', {value: 1, configurable: true});
	Object.defineProperty(Instance, 'length', {value: 1, configurable: true});
	Object.defineProperty(Exception, 'length', {value: 2, configurable: true});

	async function compiled(source, where) {
		needBytes(source, where);
		return new Module(inside, await host.compileLater(source, where));
	}

	async function instantiated(source, importObject, where) {
		if (importObject !== undefined && !isObject(importObject)) throw error(TypeError, `${where}: Argument 1 must be an object`);
		const code = codeOf(source);
		if (code !== undefined) {
			await undefined;
			return new Instance(inside, exportsOf(code, importObject, where));
		}
		const module = await compiled(source, where);
		return {module, instance: new Instance(inside, exportsOf(codeOf(module), importObject, where))};
	}

	// streamed returns the bytes of a response, or of the response that a promise is fulfilled with.
	async function streamed(source, where) {
		const response = await source;
		const {Response} = web.globals;
		if (Response === undefined || !(response instanceof Response)) {
			throw error(TypeError, `${where}: Argument 0 must be a Response or a Promise resolving to one`);
		}
		if (!response.ok) throw error(TypeError, `${where}: HTTP status code is not ok`);
		const type = response.headers.get('content-type') ?? '';
		if (type.trim().toLowerCase() !== 'application/wasm') {
			throw error(TypeError, `${where}: Incorrect response MIME type. Expected 'application/wasm'.`);
		}
		return response.arrayBuffer();
	}

	const functions = {
		compile(bytes) { return compiled(bytes, 'WebAssembly.compile()'); },
		validate(bytes) {
			needBytes(bytes, 'WebAssembly.validate()');
			return host.validate(bytes);
		},
		instantiate(bytes, importObject) { return instantiated(bytes, importObject, 'WebAssembly.instantiate()'); },
		async compileStreaming(source) {
			const where = 'WebAssembly.compileStreaming()';
			return compiled(await streamed(source, where), where);
		},
		async instantiateStreaming(source, importObject) {
			const where = 'WebAssembly.instantiateStreaming()';
			return instantiated(await streamed(source, where), importObject, where);
		},
	};
	for (const name of ['instantiate', 'instantiateStreaming']) Object.defineProperty(functions[name], 'length', {value: 1, configurable: true});

	const WebAssembly = Object.assign({}, functions);
	Object.defineProperty(WebAssembly, Symbol.toStringTag, {value: 'WebAssembly', configurable: true});
	Object.defineProperty(WebAssembly, 'JSTag', {get() { return JSTag; }, enumerable: true, configurable: true});
	const interfaces = {Module, Instance, Memory, Table, Global, Tag, Exception, CompileError, LinkError, RuntimeError};
	for (const [name, value] of Object.entries(interfaces)) {
		Object.defineProperty(WebAssembly, name, {value, writable: true, configurable: true});
	}
	web.globals.WebAssembly = WebAssembly;
})
