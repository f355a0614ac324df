// Hash and Hmac.

class Digest {
	#state; #done = false;
	constructor(state, options) {
		this.#state = state;
		this[streamOptions] = options;
	}
	update(data, encoding) {
		if (this.#done) throw fail(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
		host.hashUpdate(this.#state, bytesOf(data, 'data', encoding));
		return this;
	}
	digest(encoding) {
		if (this.#done) {
			if (this instanceof Hmac) return encoding && encoding !== 'buffer' ? '' : buffer(new Uint8Array(0));
			throw fail(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
		}
		this.#done = true;
		return output(host.hashSum(this.#state), encoding);
	}
	[streamPiece](chunk, encoding) { host.hashUpdate(this.#state, bytesOf(chunk, 'data', encoding)); }
	[streamEnd]() { return buffer(host.hashSum(this.#state)); }
	static copy(digest) {
		if (digest.#done) throw fail(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
		return host.hashCopy(digest.#state);
	}
}
const copyState = Digest.copy;
delete Digest.copy;
streaming(Digest);

class Hash extends Digest {
	constructor(algorithm, options) {
		const state = typeof algorithm === 'string' ? host.hash(algorithm) : algorithm;
		super(state, options);
	}
	copy(options) { return new Hash(copyState(this), options); }
}

class Hmac extends Digest {
	constructor(algorithm, key, options) {
		super(host.hmac(text(algorithm, 'hmac'), secretOf(key, 'key', options?.encoding)), options);
	}
}

Object.assign(exports, {
	Hash, Hmac,
	createHash: (algorithm, options) => new Hash(text(algorithm, 'algorithm'), options),
	createHmac: (algorithm, key, options) => new Hmac(algorithm, key, options),
	hash(algorithm, data, encoding = 'hex') {
		const state = host.hash(text(algorithm, 'algorithm'));
		host.hashUpdate(state, bytesOf(data, 'input'));
		return output(host.hashSum(state), encoding);
	},
	getHashes: () => host.hashNames().flatMap(name => name.startsWith('sha3') ? [name] : ['RSA-' + name.toUpperCase(), name]).sort(),
	timingSafeEqual(a, b) {
		if (!host.isBytes(a)) throw wrongType('buf1', 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView', a);
		if (!host.isBytes(b)) throw wrongType('buf2', 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView', b);
		return host.timingSafeEqual(a, b);
	},
});
