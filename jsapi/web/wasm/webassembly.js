// WebAssembly: the functions of the namespace and its classes, over what the host makes of modules.
(function (host, web) {
	'use strict';
	const {error} = web;
	const inside = Symbol('inside'); // what a constructor is given by the scripts of this folder only

	web.wasm = {host, inside};
	for (const script of ['arguments', 'exceptions', 'classes', 'instances']) web.use(`webassembly/${script}`);
	const {
		CompileError, Exception, Global, Instance, JSTag, LinkError, Memory, Module, RuntimeError, Table, Tag, codeOf, exportsOf, isObject, needBytes,
	} = web.wasm;

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
