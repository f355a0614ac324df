// DOMException.
(function (host, web) {
	'use strict';

	const codes = {
		IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5,
		NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10,
		InvalidStateError: 11, SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14,
		InvalidAccessError: 15, TypeMismatchError: 17, SecurityError: 18, NetworkError: 19, AbortError: 20,
		URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24, DataCloneError: 25,
	};
	// Some constants are of names that nothing has any more, and one is written otherwise.
	const {InUseAttributeError: InuseAttributeError, ...others} = codes;
	const constants = Object.entries({...others, InuseAttributeError, DomstringSizeError: 2, NoDataAllowedError: 6, ValidationError: 16});
	constants.sort((a, b) => a[1] - b[1]);

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
	}
	web.describe(DOMException, 'name', 'code');
	host.numberConstants(DOMException, Object.fromEntries(constants));

	Object.assign(web.globals, {DOMException});
})
