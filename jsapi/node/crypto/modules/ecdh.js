// ECDH by curves' numbers, and diffieHellman by keys.

class ECDH {
	#curve; #private; #public;
	constructor(curve) {
		if (!exports.getCurves().includes(text(curve, 'curve'))) throw fail(TypeError, 'ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
		this.#curve = curve;
	}
	generateKeys(encoding, format) {
		[this.#public, this.#private] = host.generateKeys(false, 'ec', 0, 0, this.#curve);
		return this.getPublicKey(encoding, format);
	}
	computeSecret(other, inputEncoding, outputEncoding) {
		if (!this.#private) throw fail(Error, 'ERR_CRYPTO_ECDH_INVALID_STATE', 'There is no private key: call generateKeys or setPrivateKey');
		return output(host.agree(this.#private, host.publicOfPoint(this.#curve, bytesOf(other, 'otherPublicKey', inputEncoding))), outputEncoding);
	}
	getPublicKey(encoding, format) {
		if (!this.#public) throw fail(Error, 'ERR_CRYPTO_ECDH_INVALID_STATE', 'Failed to get ECDH public key');
		return output(host.pointOf(this.#public, format === 'compressed'), encoding);
	}
	getPrivateKey(encoding) {
		if (!this.#private) throw fail(Error, 'ERR_CRYPTO_ECDH_INVALID_STATE', 'Failed to get ECDH private key');
		return output(host.privateOf(this.#private), encoding);
	}
	setPrivateKey(key, encoding) {
		this.#private = host.privateOf(this.#curve, bytesOf(key, 'key', encoding));
		this.#public = host.publicKey(this.#private);
	}
	static convertKey(key, curve, inputEncoding, outputEncoding, format) {
		return output(host.pointOf(host.publicOfPoint(curve, bytesOf(key, 'key', inputEncoding)), format === 'compressed'), outputEncoding);
	}
}

Object.assign(exports, {
	ECDH,
	createECDH: curve => new ECDH(curve),
	getCurves: () => ['prime256v1', 'secp384r1', 'secp521r1'],
	diffieHellman({privateKey, publicKey} = {}) {
		if (!handleOf(privateKey)) throw wrongType('options.privateKey', 'an instance of KeyObject', privateKey);
		if (!handleOf(publicKey)) throw wrongType('options.publicKey', 'an instance of KeyObject', publicKey);
		return buffer(host.agree(checkKind(handleOf(privateKey), true), checkKind(handleOf(publicKey), false)));
	},
});
