// SubtleCrypto and CryptoKey.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe} = web;
	const reject = Promise.reject.bind(Promise);
	const secret = Symbol('key');
	const usages = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey'];
	const formats = ['raw', 'spki', 'pkcs8', 'jwk'];

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

	// run calls a function with the arguments of a method, and makes a rejected promise of what it throws.
	function run(check, args, needed, name, work) {
		try {
			check();
			needArguments(args, needed, name);
			return work();
		} catch (thrown) {
			return reject(thrown);
		}
	}

	function key(value, name) {
		const found = keyOf(value);
		if (!found) throw error(TypeError, `${name}: the argument is not a CryptoKey`);
		return found;
	}
	function algorithm(value) {
		return typeof value === 'object' && value !== null || typeof value === 'function' ? value : `${value}`;
	}
	function buffer(value, name) {
		if (!host.isBytes(value)) throw error(TypeError, `${name}: the argument is neither an ArrayBuffer nor a view of one`);
		return value;
	}
	function oneOf(list, value, what) {
		const text = `${value}`; // unlike String, it throws for symbols
		if (!list.includes(text)) throw error(TypeError, `The ${what} "${text}" is not one of ${list.join(', ')}`);
		return text;
	}
	function mask(value, name) {
		if (typeof value !== 'object' || value === null || typeof value[Symbol.iterator] !== 'function') {
			throw error(TypeError, `${name}: the usages are not a list`);
		}
		let bits = 0;
		for (const usage of value) bits |= 1 << usages.indexOf(oneOf(usages, usage, 'usage'));
		return bits;
	}

	class SubtleCrypto {
		#brand;
		constructor() {
			if (arguments[0] !== secret) throw error(TypeError, 'Illegal constructor');
		}
		#check() { return this.#brand; }

		encrypt(params, cryptoKey, data) {
			return run(() => this.#check(), arguments, 3, 'encrypt', () =>
				host.encrypt(algorithm(params), key(cryptoKey, 'encrypt'), buffer(data, 'encrypt')));
		}
		decrypt(params, cryptoKey, data) {
			return run(() => this.#check(), arguments, 3, 'decrypt', () =>
				host.decrypt(algorithm(params), key(cryptoKey, 'decrypt'), buffer(data, 'decrypt')));
		}
		sign(params, cryptoKey, data) {
			return run(() => this.#check(), arguments, 3, 'sign', () =>
				host.sign(algorithm(params), key(cryptoKey, 'sign'), buffer(data, 'sign')));
		}
		verify(params, cryptoKey, signature, data) {
			return run(() => this.#check(), arguments, 4, 'verify', () =>
				host.verify(algorithm(params), key(cryptoKey, 'verify'), buffer(signature, 'verify'), buffer(data, 'verify')));
		}
		digest(params, data) {
			return run(() => this.#check(), arguments, 2, 'digest', () => host.digest(algorithm(params), buffer(data, 'digest')));
		}
		generateKey(params, extractable, keyUsages) {
			return run(() => this.#check(), arguments, 3, 'generateKey', () =>
				host.generate(algorithm(params), Boolean(extractable), mask(keyUsages, 'generateKey')));
		}
		deriveKey(params, baseKey, derived, extractable, keyUsages) {
			return run(() => this.#check(), arguments, 5, 'deriveKey', () =>
				host.deriveKey(algorithm(params), key(baseKey, 'deriveKey'), algorithm(derived), Boolean(extractable), mask(keyUsages, 'deriveKey')));
		}
		deriveBits(params, baseKey, length = null) {
			return run(() => this.#check(), arguments, 2, 'deriveBits', () =>
				host.deriveBits(algorithm(params), key(baseKey, 'deriveBits'), length === null ? null : Number(length) >>> 0));
		}
		importKey(format, keyData, params, extractable, keyUsages) {
			return run(() => this.#check(), arguments, 5, 'importKey', () =>
				host.importKey(oneOf(formats, format, 'format'), keyData, algorithm(params), Boolean(extractable), mask(keyUsages, 'importKey')));
		}
		exportKey(format, cryptoKey) {
			return run(() => this.#check(), arguments, 2, 'exportKey', () =>
				host.exportKey(oneOf(formats, format, 'format'), key(cryptoKey, 'exportKey')));
		}
		wrapKey(format, cryptoKey, wrappingKey, params) {
			return run(() => this.#check(), arguments, 4, 'wrapKey', () =>
				host.wrapKey(oneOf(formats, format, 'format'), key(cryptoKey, 'wrapKey'), key(wrappingKey, 'wrapKey'), algorithm(params)));
		}
		unwrapKey(format, wrappedKey, unwrappingKey, params, keyParams, extractable, keyUsages) {
			return run(() => this.#check(), arguments, 7, 'unwrapKey', () =>
				host.unwrapKey(oneOf(formats, format, 'format'), buffer(wrappedKey, 'unwrapKey'), key(unwrappingKey, 'unwrapKey'),
					algorithm(params), algorithm(keyParams), Boolean(extractable), mask(keyUsages, 'unwrapKey')));
		}
	}
	describe(SubtleCrypto);

	web.keyOf = keyOf;
	web.newKey = (...slots) => new CryptoKey(secret, ...slots);
	web.newSubtle = () => new SubtleCrypto(secret);
	Object.assign(web.globals, {CryptoKey, SubtleCrypto});
})
