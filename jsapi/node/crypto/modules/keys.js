// KeyObject and its kinds.

const token = Symbol('key');

class KeyObject {
	#handle; #type;
	constructor(mine, type, handle) {
		if (mine !== token) throw fail(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor: use createSecretKey, createPublicKey and createPrivateKey');
		this.#type = type;
		this.#handle = handle;
	}
	get type() { return this.#type; }
	get [Symbol.toStringTag]() { return 'KeyObject'; }
	equals(other) {
		const handle = handleOf(other);
		if (!handle) throw wrongType('otherKeyObject', 'an instance of KeyObject', other);
		return this.#type === other.type && host.sameKey(this.#handle, handle);
	}
	toCryptoKey(algorithm, extractable, usages) {
		const format = {secret: 'raw', public: 'spki', private: 'pkcs8'}[this.#type];
		const data = this.#type === 'secret' ? host.secretBytes(this.#handle) : host.writeKey(this.#handle, 'der', format);
		return globalThis.crypto.subtle.importKey(format, data, algorithm, extractable, usages);
	}
	static from(key) {
		const handle = host.keyOfCryptoKey(key);
		if (!handle) throw wrongType('key', 'an instance of CryptoKey', key);
		return keyObject(handle);
	}
	static handleOf(value) { return typeof value === 'object' && value !== null && #handle in value ? value.#handle : undefined; }
}
const {handleOf} = KeyObject;
delete KeyObject.handleOf;

class SecretKeyObject extends KeyObject {
	get symmetricKeySize() { return host.secretBytes(handleOf(this)).length; }
	export({format = 'buffer'} = {}) {
		if (format === 'jwk') return JSON.parse(host.writeJWK(handleOf(this)));
		return buffer(host.secretBytes(handleOf(this)));
	}
}

class AsymmetricKeyObject extends KeyObject {
	get asymmetricKeyType() { return host.keyDetails(handleOf(this))[1]; }
	get asymmetricKeyDetails() {
		const [, type, modulusLength, exponent, namedCurve] = host.keyDetails(handleOf(this));
		if (type === 'rsa') return {modulusLength, publicExponent: exponent};
		return type === 'ec' ? {namedCurve} : {};
	}
	export(options) {
		if (typeof options !== 'object' || options === null) throw wrongType('options', 'of type object', options);
		if (options.format === 'jwk') return JSON.parse(host.writeJWK(handleOf(this)));
		return written(handleOf(this), options, this.type);
	}
}
class PublicKeyObject extends AsymmetricKeyObject {}
class PrivateKeyObject extends AsymmetricKeyObject {}

// written writes a key in PEM or DER.
function written(handle, options, kind) {
	const {format, type, cipher} = options;
	if (format !== 'pem' && format !== 'der') throw fail(TypeError, 'ERR_INVALID_ARG_VALUE', `The property 'options.format' is invalid. Received ${String(format)}`);
	const types = kind === 'public' ? ['spki', 'pkcs1'] : ['pkcs8', 'pkcs1', 'sec1'];
	if (!types.includes(type)) throw fail(TypeError, 'ERR_INVALID_ARG_VALUE', `The property 'options.type' is invalid. Received ${String(type)}`);
	if (cipher !== undefined) throw fail(Error, 'ERR_NOT_SUPPORTED', 'Keys are not encrypted when they are exported: encrypt what is exported');
	const bytes = host.writeKey(handle, format, type);
	return format === 'pem' ? host.decode(bytes, 'utf8') : buffer(bytes);
}

const kinds = {secret: SecretKeyObject, public: PublicKeyObject, private: PrivateKeyObject};
function keyObject(handle) {
	const [type] = host.keyDetails(handle);
	return new kinds[type](token, type, handle);
}

// secretOf returns the bytes of a secret: those of a KeyObject, or an argument's.
function secretOf(value, name, encoding) {
	const handle = handleOf(value) ?? host.keyOfCryptoKey(value);
	if (!handle) return bytesOf(value, name, encoding);
	if (host.keyDetails(handle)[0] !== 'secret') {
		throw fail(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'Invalid key object type public or private, expected secret.');
	}
	return host.secretBytes(handle);
}

// asymmetric returns the handle of a key that is an argument: a KeyObject, a CryptoKey, a text or bytes in PEM, or an object with one of those.
function asymmetric(value, isPrivate, name = 'key') {
	let options = {};
	const isDirect = v => typeof v === 'string' || host.isBytes(v) || handleOf(v) || host.keyOfCryptoKey(v);
	if (!isDirect(value)) {
		if (typeof value !== 'object' || value === null) throw wrongType(name, 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey', value);
		[options, value] = [value, value.key];
	}
	const handle = handleOf(value) ?? host.keyOfCryptoKey(value);
	if (handle) return checkKind(handle, isPrivate);
	if (options.format === 'jwk') {
		if (typeof value !== 'object' || value === null) throw wrongType('key.key', 'of type object', value);
		return host.readJWK(JSON.stringify(value), isPrivate);
	}
	if (value === undefined || value === null) throw wrongType(name === 'key' ? 'key.key' : name, someBytes, value);
	const passphrase = options.passphrase === undefined ? undefined : bytesOf(options.passphrase, 'key.passphrase', options.encoding);
	return host.readKey(bytesOf(value, name, options.encoding), options.format ?? 'pem', String(options.type), passphrase, isPrivate);
}
function checkKind(handle, isPrivate) {
	const [type] = host.keyDetails(handle);
	if (type === 'secret' || isPrivate && type !== 'private') {
		throw fail(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', `Invalid key object type ${type}, expected ${isPrivate ? 'private' : 'public or private'}.`);
	}
	return isPrivate ? handle : host.publicKey(handle);
}

Object.assign(exports, {
	KeyObject,
	createSecretKey(key, encoding) {
		const bytes = bytesOf(key, 'key', encoding);
		return keyObject(host.secretKey(bytes));
	},
	createPublicKey: key => keyObject(asymmetric(key, false)),
	createPrivateKey: key => keyObject(asymmetric(key, true)),
});
