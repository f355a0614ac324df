// What Node makes is read here, and what is made here is read in Node: produce and check run in both. Bytes are hexadecimal.
const hex = bytes => Array.from(new Uint8Array(bytes), b => b.toString(16).padStart(2, '0')).join('');
const unhex = text => Uint8Array.from(text.match(/../g) ?? [], b => parseInt(b, 16));
const data = unhex('00112233445566778899aabbccddeeff'.repeat(5) + '0102');
const key = n => data.slice(0, n);

function produceDigests(crypto) {
	const out = {};
	for (const name of ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512-256', 'sha3-256', 'sha3-512', 'RSA-SHA256']) {
		out['hash ' + name] = crypto.createHash(name).update(data).update('tëxt').digest('hex');
		out['hmac ' + name] = crypto.createHmac(name, key(20)).update(data).digest('base64url');
	}
	const half = crypto.createHash('sha256').update('a');
	out.copy = half.copy().update('b').digest('hex') + half.digest('hex');
	out.pbkdf2 = hex(crypto.pbkdf2Sync('pässword', key(16), 1000, 77, 'sha512'));
	out.scrypt = hex(crypto.scryptSync('password', key(16), 64, {N: 1024, r: 8, p: 2}));
	out.hkdf = hex(crypto.hkdfSync('sha256', key(32), key(3), 'info', 100));
	return out;
}

function produceCiphers(crypto) {
	const out = {};
	for (const name of ['aes-128-cbc', 'aes-256-cbc', 'aes-192-ctr', 'aes-256-ctr', 'aes-128-ecb', 'aes-256-gcm', 'aes-128-gcm', 'chacha20-poly1305']) {
		const length = {1: 16, 9: 24, 2: 32}[name[5] === '9' ? 9 : name[4]] ?? 32;
		const cut = name.startsWith('aes-1') ? (name.startsWith('aes-192') ? 24 : 16) : length;
		const iv = name.endsWith('ecb') ? null : key(/gcm|poly/.test(name) ? 12 : 16);
		const cipher = crypto.createCipheriv(name, key(cut), iv, {authTagLength: 16});
		if (/gcm|poly/.test(name)) cipher.setAAD(key(5));
		let text = '';
		for (let at = 0; at < data.length; at += 7) text += cipher.update(data.slice(at, at + 7), null, 'hex');
		text += cipher.final('hex');
		out[name] = {text, tag: /gcm|poly/.test(name) ? hex(cipher.getAuthTag()) : null};
		const decipher = crypto.createDecipheriv(name, key(cut), iv, {authTagLength: 16});
		if (/gcm|poly/.test(name)) decipher.setAAD(key(5)).setAuthTag(unhex(out[name].tag));
		let plain = '';
		for (let at = 0; at < text.length; at += 26) plain += decipher.update(text.slice(at, at + 26), 'hex', 'hex');
		plain += decipher.final('hex');
		if (plain !== hex(data)) throw new Error(name + ' does not decrypt');
	}
	const long = crypto.createCipheriv('aes-256-gcm', key(32), key(33));
	out['aes-256-gcm, long iv'] = long.update(data, null, 'hex') + long.final('hex') + hex(long.getAuthTag());
	return out;
}

const curves = ['prime256v1', 'secp384r1', 'secp521r1'];

function producePairs(crypto) {
	const out = {};
	const pem = {publicKeyEncoding: {type: 'spki', format: 'pem'}, privateKeyEncoding: {type: 'pkcs8', format: 'pem'}};
	for (const [name, type, options] of [['rsa', 'rsa', {modulusLength: 2048}], ['ed25519', 'ed25519', {}], ['x25519', 'x25519', {}],
		...curves.map(namedCurve => [namedCurve, 'ec', {namedCurve}])]) {
		out[name] = crypto.generateKeyPairSync(type, {...options, ...pem});
		const priv = crypto.createPrivateKey(out[name].privateKey), pub = crypto.createPublicKey(priv);
		out[name].jwk = priv.export({format: 'jwk'});
		if (crypto.createPublicKey(out[name].publicKey).equals(pub) !== true) throw new Error(name + ' is not the same');
		if (name === 'rsa') {
			out[name].pkcs1 = priv.export({type: 'pkcs1', format: 'pem'});
			for (const digest of ['sha1', 'sha256', 'sha512']) {
				out[name]['v15 ' + digest] = crypto.createSign(digest).update(data).sign(priv, 'hex');
				out[name]['pss ' + digest] = crypto.createSign(digest).update(data).sign({key: priv, padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: crypto.constants.RSA_PSS_SALTLEN_DIGEST}, 'hex');
				out[name]['auto ' + digest] = hex(crypto.sign(digest, data, {key: priv, padding: crypto.constants.RSA_PKCS1_PSS_PADDING}));
				out[name]['bare ' + digest] = hex(crypto.sign(digest, data, {key: priv, padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: 0}));
			}
			out[name].oaep = hex(crypto.publicEncrypt({key: pub, oaepHash: 'sha256', oaepLabel: key(4)}, key(20)));
			out[name].oaep1 = hex(crypto.publicEncrypt(pub, key(20)));
		} else if (curves.includes(name)) {
			out[name].sec1 = priv.export({type: 'sec1', format: 'pem'});
			out[name].der = crypto.createSign('sha256').update(data).sign(priv, 'hex');
			out[name].p1363 = hex(crypto.sign('sha512', data, {key: priv, dsaEncoding: 'ieee-p1363'}));
			const ecdh = crypto.createECDH(name);
			out[name].point = ecdh.generateKeys('hex', 'compressed');
			out[name].scalar = ecdh.getPrivateKey('hex');
			out[name].secret = ecdh.computeSecret(crypto.createECDH(name).generateKeys(), null, 'hex').length;
		} else if (name === 'ed25519') {
			out[name].signature = hex(crypto.sign(null, data, priv));
		} else {
			const other = crypto.generateKeyPairSync('x25519');
			out[name].other = other.publicKey.export({type: 'spki', format: 'der'}).toString === undefined ? '' : hex(other.publicKey.export({type: 'spki', format: 'der'}));
			out[name].secret = hex(crypto.diffieHellman({privateKey: priv, publicKey: other.publicKey}));
		}
	}
	return out;
}

function checkPairs(crypto, made) {
	const expect = (is, what) => { if (!is) throw new Error(what); };
	const {constants} = crypto;
	for (const [name, pair] of Object.entries(made)) {
		const priv = crypto.createPrivateKey(pair.privateKey), pub = crypto.createPublicKey({key: pair.publicKey, format: 'pem'});
		expect(crypto.createPrivateKey({key: pair.jwk, format: 'jwk'}).equals(priv), name + ' as JWK');
		const {d, p, q, dp, dq, qi, ...rest} = pair.jwk;
		expect(crypto.createPublicKey({key: rest, format: 'jwk'}).equals(pub), name + ' as public JWK');
		if (name === 'rsa') {
			expect(crypto.createPrivateKey(pair.pkcs1).equals(priv), 'pkcs1');
			for (const digest of ['sha1', 'sha256', 'sha512']) {
				expect(crypto.createVerify(digest).update(data).verify(pub, pair['v15 ' + digest], 'hex'), 'v15 ' + digest);
				expect(!crypto.createVerify(digest).update(data).update('x').verify(pub, pair['v15 ' + digest], 'hex'), 'v15 of other data');
				for (const [kind, saltLength] of [['pss', constants.RSA_PSS_SALTLEN_DIGEST], ['pss', constants.RSA_PSS_SALTLEN_AUTO], ['auto', undefined], ['bare', 0]]) {
					expect(crypto.verify(digest, data, {key: pub, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength}, unhex(pair[kind + ' ' + digest])), kind + digest + saltLength);
				}
				expect(!crypto.verify(digest, data, {key: pub, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 0}, unhex(pair['pss ' + digest])), 'a salt where there is none');
			}
			expect(hex(crypto.privateDecrypt({key: priv, oaepHash: 'sha256', oaepLabel: key(4)}, unhex(pair.oaep))) === hex(key(20)), 'oaep');
			expect(hex(crypto.privateDecrypt(priv, unhex(pair.oaep1))) === hex(key(20)), 'oaep1');
		} else if (curves.includes(name)) {
			expect(crypto.createPrivateKey(pair.sec1).equals(priv), 'sec1');
			expect(crypto.createVerify('sha256').update(data).verify(pub, pair.der, 'hex'), name + ' der');
			expect(crypto.verify('sha512', data, {key: pub, dsaEncoding: 'ieee-p1363'}, unhex(pair.p1363)), name + ' p1363');
			expect(!crypto.verify('sha256', data, {key: pub, dsaEncoding: 'ieee-p1363'}, unhex(pair.p1363)), name + ' of another digest');
			const ecdh = crypto.createECDH(name);
			ecdh.setPrivateKey(pair.scalar, 'hex');
			expect(ecdh.getPublicKey('hex', 'compressed') === pair.point, name + ' point');
		} else if (name === 'ed25519') {
			expect(crypto.verify(null, data, pub, unhex(pair.signature)), name);
			expect(!crypto.verify(null, key(3), pub, unhex(pair.signature)), name + ' of other data');
		} else {
			const publicKey = crypto.createPublicKey({key: unhex(pair.other), format: 'der', type: 'spki'});
			expect(hex(crypto.diffieHellman({privateKey: priv, publicKey})) === pair.secret, name);
		}
	}
	return 'good';
}
