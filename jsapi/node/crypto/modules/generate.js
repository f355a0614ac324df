// Keys that are made.

function generatePair(beside, type, options = {}) {
	text(type, 'type');
	const {modulusLength = 0, publicExponent = 65537, namedCurve = ''} = options ?? {};
	if (type === 'rsa') number(modulusLength, 'options.modulusLength');
	return host.generateKeys(beside, type, modulusLength, publicExponent, namedCurve);
}
// pairOf returns [public, private] as the options want them.
function pairOf([publicHandle, privateHandle], options = {}) {
	const {publicKeyEncoding, privateKeyEncoding} = options ?? {};
	const as = (handle, encoding) => {
		const key = keyObject(handle);
		return encoding === undefined ? key : key.export(encoding);
	};
	return [as(publicHandle, publicKeyEncoding), as(privateHandle, privateKeyEncoding)];
}
function generateSecret(type, {length} = {}) {
	if (type === 'aes' && ![128, 192, 256].includes(length)) {
		throw fail(TypeError, 'ERR_INVALID_ARG_VALUE', `The property 'options.length' must be one of: 128, 192, 256. Received ${length}`);
	}
	if (type !== 'aes' && type !== 'hmac') throw fail(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'type' must be a supported key type. Received '${type}'`);
	return keyObject(host.secretKey(host.randomBytes(number(length, 'options.length', 8, 2 ** 20) >> 3)));
}

Object.assign(exports, {
	generateKeyPair(type, options, callback = options) {
		callable(callback);
		if (options === callback) options = undefined;
		call(generatePair(true, type, options), callback, handles => pairOf(handles, options));
	},
	generateKeyPairSync(type, options) {
		const [publicKey, privateKey] = pairOf(generatePair(false, type, options), options);
		return {publicKey, privateKey};
	},
	generateKeySync: generateSecret,
	generateKey(type, options, callback) { soon(callback, () => generateSecret(type, options)); },
});
// With util.promisify it gives an object, as in Node.
Object.defineProperty(exports.generateKeyPair, Symbol.for('nodejs.util.promisify.custom'), {
	value: async (type, options) => {
		const [publicKey, privateKey] = pairOf(await generatePair(true, type, options), options);
		return {publicKey, privateKey};
	},
});
