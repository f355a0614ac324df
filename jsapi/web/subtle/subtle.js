// SubtleCrypto and CryptoKey.
(function (host, web) {
	'use strict';
	const {error, describe} = web;
	const secret = Symbol('key');

	class CryptoKey {
		#key; #type; #extractable; #algorithm; #usages;

		constructor() {
			const [token, key, type, extractable, algorithm, names] = arguments;
			if (token !== secret) throw error(TypeError, 'Illegal constructor');
			this.#key = key;
			this.#type = type;
			this.#extractable = extractable;
			this.#algorithm = algorithm;
			this.#usages = names;
		}
		get type() { return this.#type; }
		get extractable() { return this.#extractable; }
		get algorithm() { return this.#algorithm; }
		get usages() { return this.#usages; }

		static keyOf(value) {
			return typeof value === 'object' && value !== null && #key in value ? value.#key : undefined;
		}
	}
	const {keyOf} = CryptoKey;
	delete CryptoKey.keyOf;
	describe(CryptoKey, 'type', 'extractable', 'algorithm', 'usages');

	class SubtleCrypto {
		constructor() {
			if (arguments[0] !== secret) throw error(TypeError, 'Illegal constructor');
		}
	}
	describe(SubtleCrypto);
	host.define(SubtleCrypto.prototype); // its methods are in Go

	web.keyOf = keyOf;
	web.newKey = (...slots) => new CryptoKey(secret, ...slots);
	web.newSubtle = () => host.remember(new SubtleCrypto(secret));
	Object.assign(web.globals, {CryptoKey, SubtleCrypto});
})
