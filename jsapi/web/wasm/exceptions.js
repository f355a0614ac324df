// What is thrown: the errors of WebAssembly, Tag and Exception.
(function (_, web) {
	'use strict';
	const {error} = web;
	const {host, isObject, needDescriptor, number, typeOf, types} = web.wasm;

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

	Object.defineProperty(Exception, 'length', {value: 2, configurable: true});
	Object.assign(web.wasm, {CompileError, Exception, JSTag, LinkError, RuntimeError, Tag});
})
