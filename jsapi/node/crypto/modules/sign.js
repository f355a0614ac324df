// Signatures, and encryption by RSA.

const constants = Object.freeze({
	RSA_PKCS1_PADDING: 1, RSA_NO_PADDING: 3, RSA_PKCS1_OAEP_PADDING: 4, RSA_PKCS1_PSS_PADDING: 6,
	RSA_PSS_SALTLEN_DIGEST: -1, RSA_PSS_SALTLEN_MAX_SIGN: -2, RSA_PSS_SALTLEN_AUTO: -2,
	POINT_CONVERSION_COMPRESSED: 2, POINT_CONVERSION_UNCOMPRESSED: 4, POINT_CONVERSION_HYBRID: 6,
	TLS1_VERSION: 769, TLS1_1_VERSION: 770, TLS1_2_VERSION: 771, TLS1_3_VERSION: 772,
});

// how returns the padding, the length of the salt, and whether a curve's signature is two numbers.
function how(key) {
	const {padding = constants.RSA_PKCS1_PADDING, saltLength = constants.RSA_PSS_SALTLEN_MAX_SIGN, dsaEncoding = 'der'} =
		typeof key === 'object' && key !== null ? key : {};
	if (dsaEncoding !== 'der' && dsaEncoding !== 'ieee-p1363') throw fail(TypeError, 'ERR_INVALID_ARG_VALUE', `The property 'options.dsaEncoding' is invalid. Received '${dsaEncoding}'`);
	return [padding, saltLength, dsaEncoding === 'ieee-p1363'];
}

class Signing {
	#state;
	constructor(algorithm, options) {
		this.algorithm = algorithm;
		this.#state = host.hash(text(algorithm, 'algorithm'));
		this[streamOptions] = options;
	}
	update(data, encoding) {
		host.hashUpdate(this.#state, bytesOf(data, 'data', encoding));
		return this;
	}
	[streamPiece](chunk, encoding) { this.update(chunk, encoding); }
	[streamEnd]() {}
	static stateOf(signing) { return signing.#state; }
}
const signingState = Signing.stateOf;
delete Signing.stateOf;
streaming(Signing);

// A digest that is signed by a curve's key may not have its algorithm in the object: it is hidden.
class Sign extends Signing {
	constructor(algorithm, options) {
		super(algorithm, options);
		Object.defineProperty(this, 'algorithm', {enumerable: false});
	}
	sign(key, encoding) {
		return output(host.sign(false, signingState(this), asymmetric(key, true), this.algorithm, ...how(key)), encoding);
	}
}
class Verify extends Signing {
	constructor(algorithm, options) {
		super(algorithm, options);
		Object.defineProperty(this, 'algorithm', {enumerable: false});
	}
	verify(key, signature, encoding) {
		return host.verify(false, signingState(this), asymmetric(key, false), this.algorithm, ...how(key), bytesOf(signature, 'signature', encoding));
	}
}

// digestName returns the name of the digest; null for keys that have one of their own.
function digestName(algorithm) {
	return algorithm === null || algorithm === undefined ? null : text(algorithm, 'algorithm');
}
function oaep(key) {
	const {padding = constants.RSA_PKCS1_OAEP_PADDING, oaepHash = 'sha1', oaepLabel} = typeof key === 'object' && key !== null ? key : {};
	return [padding, oaepHash, oaepLabel === undefined ? new Uint8Array(0) : bytesOf(oaepLabel, 'key.oaepLabel', key.encoding)];
}

Object.assign(exports, {
	Sign, Verify, constants,
	createSign: (algorithm, options) => new Sign(algorithm, options),
	createVerify: (algorithm, options) => new Verify(algorithm, options),
	sign(algorithm, data, key, callback) {
		const arguments_ = [bytesOf(data, 'data'), asymmetric(key, true), digestName(algorithm), ...how(key)];
		if (callback === undefined) return buffer(host.sign(false, ...arguments_));
		callable(callback);
		call(host.sign(true, ...arguments_), callback, bytes => [buffer(bytes)]);
	},
	verify(algorithm, data, key, signature, callback) {
		const arguments_ = [bytesOf(data, 'data'), asymmetric(key, false), digestName(algorithm), ...how(key), bytesOf(signature, 'signature')];
		if (callback === undefined) return host.verify(false, ...arguments_);
		callable(callback);
		call(host.verify(true, ...arguments_), callback);
	},
	publicEncrypt: (key, data) => buffer(host.publicEncrypt(asymmetric(key, false), bytesOf(data, 'buffer', key?.encoding), ...oaep(key))),
	privateDecrypt: (key, data) => buffer(host.privateDecrypt(asymmetric(key, true), bytesOf(data, 'buffer', key?.encoding), ...oaep(key))),
});
for (const name of ['privateEncrypt', 'publicDecrypt', 'createDiffieHellman', 'createDiffieHellmanGroup', 'getDiffieHellman', 'generatePrime', 'generatePrimeSync', 'checkPrime', 'checkPrimeSync']) {
	exports[name] = () => {
		throw fail(Error, 'ERR_NOT_SUPPORTED', `node:crypto.${name} is not supported: use sign and verify, or diffieHellman with keys of elliptic curves`);
	};
}
