// Cipheriv and Decipheriv.

class Coding {
	#cipher; #mode; #done = false; #begun = false; #hasTag; #decrypts;
	constructor(decrypts, name, key, iv, options = {}) {
		text(name, 'cipher');
		const info = host.cipherInfo(name);
		if (!info) throw fail(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
		const [mode, , ivLength, hasTag] = info;
		if (iv === null && ivLength > 0) throw fail(TypeError, 'ERR_CRYPTO_INVALID_IV', 'Invalid initialization vector');
		const vector = iv === null ? new Uint8Array(0) : bytesOf(iv, 'iv');
		this.#cipher = host.cipher(name, decrypts, secretOf(key, 'key'), vector, options?.authTagLength ?? 16);
		this.#mode = mode;
		this.#hasTag = hasTag;
		this.#decrypts = decrypts;
		this[streamOptions] = options ?? {};
	}
	#check(state, method) {
		if (!state) throw fail(Error, 'ERR_CRYPTO_INVALID_STATE', `Invalid state for operation ${method}`);
	}
	update(data, inputEncoding, outputEncoding) {
		this.#check(!this.#done, 'update');
		this.#begun = true;
		return output(host.cipherUpdate(this.#cipher, bytesOf(data, 'data', inputEncoding)), outputEncoding);
	}
	final(outputEncoding) {
		this.#check(!this.#done, 'final');
		this.#done = true;
		return output(host.cipherFinal(this.#cipher), outputEncoding);
	}
	setAutoPadding(padded = true) {
		this.#check(!this.#done, 'setAutoPadding');
		host.cipherPadding(this.#cipher, Boolean(padded));
		return this;
	}
	setAAD(data, options) {
		this.#check(this.#hasTag && !this.#begun, 'setAAD');
		host.cipherAAD(this.#cipher, bytesOf(data, 'buffer', options?.encoding));
		return this;
	}
	getAuthTag() {
		this.#check(this.#hasTag && this.#done && !this.#decrypts, 'getAuthTag');
		return buffer(host.cipherTag(this.#cipher));
	}
	setAuthTag(tag, encoding) {
		this.#check(this.#hasTag && !this.#done && this.#decrypts, 'setAuthTag');
		host.cipherTag(this.#cipher, bytesOf(tag, 'buffer', encoding));
		return this;
	}
	[streamPiece](chunk, encoding) { return this.update(chunk, encoding); }
	[streamEnd]() { return this.final(); }
}
streaming(Coding);

class Cipheriv extends Coding {
	constructor(...args) { super(false, ...args); }
}
delete Cipheriv.prototype.setAuthTag;
class Decipheriv extends Coding {
	constructor(...args) { super(true, ...args); }
}

Object.assign(exports, {
	Cipheriv, Decipheriv,
	createCipheriv: (...args) => new Cipheriv(...args),
	createDecipheriv: (...args) => new Decipheriv(...args),
	getCiphers: () => host.cipherNames(),
	getCipherInfo(name) {
		const info = host.cipherInfo(String(name));
		if (!info) return undefined;
		const [mode, keyLength, ivLength] = info;
		return {mode: mode === 'chacha20' ? 'stream' : mode, name: String(name).toLowerCase(), ...(ivLength && {ivLength}), keyLength};
	},
});
for (const name of ['createCipher', 'createDecipher']) {
	exports[name] = () => {
		throw fail(Error, 'ERR_NOT_SUPPORTED', `node:crypto.${name} is not supported (Node 22 has removed it, too): use ${name}iv with a key derived by scrypt`);
	};
}
