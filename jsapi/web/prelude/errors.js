// DOMException, and the way every part of the prelude makes errors.
(function (host, web) {
	'use strict';

	const codes = {
		IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5,
		NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10,
		InvalidStateError: 11, SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14,
		InvalidAccessError: 15, TypeMismatchError: 17, SecurityError: 18, NetworkError: 19, AbortError: 20,
		URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24, DataCloneError: 25,
	};

	class DOMException extends Error {
		#name;
		constructor(message = '', nameOrOptions = 'Error') {
			super(message);
			delete this.name;
			const options = typeof nameOrOptions === 'object' && nameOrOptions !== null ? nameOrOptions : {name: nameOrOptions};
			this.#name = options.name === undefined ? 'Error' : String(options.name);
			if ('cause' in options) {
				Object.defineProperty(this, 'cause', {value: options.cause, writable: true, configurable: true});
			}
		}
		get name() { return this.#name; }
		get code() { return codes[this.#name] ?? 0; }
		get [Symbol.toStringTag]() { return 'DOMException'; }
	}
	for (const [name, code] of Object.entries(codes)) {
		const constant = name.replace(/Error$/, '').replace(/(?!^)([A-Z])(?=[a-z])/g, '_$1').toUpperCase() + '_ERR';
		const described = {value: code, enumerable: true};
		Object.defineProperty(DOMException, constant, described);
		Object.defineProperty(DOMException.prototype, constant, described);
	}

	// error makes an Error whose stack begins where the user's code called in.
	web.error = function (Class, ...args) {
		return host.trimStack(new Class(...args));
	};
	// needArguments throws as WebIDL does when arguments are missing.
	web.needArguments = function (args, count, where) {
		if (args.length < count) {
			throw web.error(TypeError, `${where}: ${count} argument${count > 1 ? 's' : ''} required, but only ${args.length} present`);
		}
	};
	// describe sets the toStringTag of a class and makes its accessors enumerable, as
	// WebIDL has them.
	web.describe = function (Class, ...enumerable) {
		Object.defineProperty(Class.prototype, Symbol.toStringTag, {value: Class.name, configurable: true});
		for (const name of enumerable) {
			const property = Object.getOwnPropertyDescriptor(Class.prototype, name);
			property.enumerable = true;
			Object.defineProperty(Class.prototype, name, property);
		}
		return Class;
	};
	web.globals = {DOMException};
})
