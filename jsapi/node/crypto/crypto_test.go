package crypto_test

import (
	"strings"
	"testing"
)

// bad are expressions, each with the code of its error and a part of the message.
var bad = [][2]string{
	{`c.createHash('md6')`, "ERR_OSSL_EVP_UNSUPPORTED: Digest method not supported"},
	{`c.createHash()`, "ERR_INVALID_ARG_TYPE: The \"algorithm\" argument must be of type string. Received undefined"},
	{`c.createHash('sha1').update(5)`, "ERR_INVALID_ARG_TYPE: The \"data\" argument"},
	{`c.createHash('sha1').update('x', 'klingon')`, "ERR_UNKNOWN_ENCODING: Unknown encoding: klingon"},
	{`(h => { h.digest(); h.update('x') })(c.createHash('sha1'))`, "ERR_CRYPTO_HASH_FINALIZED: Digest already called"},
	{`(h => { h.digest(); h.copy() })(c.createHash('sha1'))`, "ERR_CRYPTO_HASH_FINALIZED"},
	{`c.createHmac('md6', 'k')`, "ERR_CRYPTO_INVALID_DIGEST: Invalid digest: md6"},
	{`c.createHmac('sha1')`, "ERR_INVALID_ARG_TYPE: The \"key\" argument"},
	{`c.createHmac('sha1', c.generateKeyPairSync('ed25519').publicKey)`, "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE"},
	{`c.timingSafeEqual(new Uint8Array(1), new Uint8Array(2))`, "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH"},
	{`c.timingSafeEqual('a', 'a')`, "ERR_INVALID_ARG_TYPE"},
	{`c.randomBytes(-1)`, "ERR_OUT_OF_RANGE"},
	{`c.randomBytes(2 ** 31 - 1)`, "ERR_OUT_OF_RANGE: at most 67108864"},
	{`c.randomBytes('5')`, "ERR_INVALID_ARG_TYPE"},
	{`c.randomInt(5, 5)`, "ERR_OUT_OF_RANGE"},
	{`c.randomInt(2 ** 48)`, "ERR_OUT_OF_RANGE"},
	{`c.randomFillSync(new Uint8Array(4), 3, 2)`, "ERR_OUT_OF_RANGE"},
	{`c.pbkdf2Sync('p', 's', 0, 8, 'sha1')`, "ERR_OUT_OF_RANGE"},
	{`c.pbkdf2Sync('p', 's', 1, 2 ** 31 - 1, 'sha1')`, "ERR_OUT_OF_RANGE"},
	{`c.pbkdf2Sync('p', 's', 2 ** 31 - 1, 8, 'sha1')`, "ERR_OUT_OF_RANGE"},
	{`c.pbkdf2('p', 's', 1, 8, 'sha1')`, "ERR_INVALID_ARG_TYPE: The \"callback\" argument must be of type function. Received undefined"},
	{`c.scryptSync('p', 's', 8, {N: 3})`, "ERR_CRYPTO_INVALID_SCRYPT_PARAMS"},
	{`c.scryptSync('p', 's', 8, {N: 2 ** 20})`, "ERR_CRYPTO_INVALID_SCRYPT_PARAMS: Invalid scrypt params: memory limit exceeded"},
	{`c.scryptSync('p', 's', 8, {N: 2 ** 22, maxmem: 2 ** 40})`, "ERR_CRYPTO_INVALID_SCRYPT_PARAMS: Invalid scrypt params: " +
		"memory limit exceeded, which is 268435456 bytes"},
	{`c.scryptSync('p', 's', 8, {p: 2 ** 23, r: 1, N: 2, maxmem: 2 ** 40})`, "ERR_CRYPTO_INVALID_SCRYPT_PARAMS"},
	{`c.scryptSync('p', 's', 8, {N: 1024, r: 8, p: 30000, maxmem: 2 ** 40})`, "ERR_CRYPTO_INVALID_SCRYPT_PARAMS: " +
		"Invalid scrypt params: it would take longer"},
	{`c.hkdfSync('sha1', 'k', 's', 'i', 255 * 20 + 1)`, "ERR_CRYPTO_INVALID_KEYLEN"},
	{`c.createCipheriv('des', 'k', null)`, "ERR_CRYPTO_UNKNOWN_CIPHER"},
	{`c.createCipheriv('aes-128-cbc', 'short', new Uint8Array(16))`, "ERR_CRYPTO_INVALID_KEYLEN"},
	{`c.createCipheriv('aes-128-cbc', new Uint8Array(16), new Uint8Array(15))`, "ERR_CRYPTO_INVALID_IV"},
	{`c.createCipheriv('aes-128-cbc', new Uint8Array(16), null)`, "ERR_CRYPTO_INVALID_IV"},
	{`c.createCipheriv('aes-128-gcm', new Uint8Array(16), new Uint8Array(12), {authTagLength: 5})`, "ERR_CRYPTO_INVALID_AUTH_TAG"},
	{`c.createCipheriv('aes-128-gcm', new Uint8Array(16), new Uint8Array(12)).getAuthTag()`, "ERR_CRYPTO_INVALID_STATE"},
	{`c.createCipheriv('aes-128-cbc', new Uint8Array(16), new Uint8Array(16)).setAAD('x')`, "ERR_CRYPTO_INVALID_STATE"},
	{
		`c.createDecipheriv('aes-128-gcm', new Uint8Array(16), new Uint8Array(12)).final()`,
		"ERR_CRYPTO_INVALID_AUTH_TAG: Unsupported state or unable to authenticate data",
	},
	{
		`c.createDecipheriv('aes-128-gcm', new Uint8Array(16), new Uint8Array(12)).setAuthTag(new Uint8Array(16)).final()`,
		"ERR_CRYPTO_INVALID_AUTH_TAG: Unsupported state",
	},
	{`c.createDecipheriv('aes-128-gcm', new Uint8Array(16), new Uint8Array(12)).setAuthTag(new Uint8Array(3))`, "ERR_CRYPTO_INVALID_AUTH_TAG"},
	{`c.createDecipheriv('aes-128-cbc', new Uint8Array(16), new Uint8Array(16)).final()`, "ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH"},
	{
		`(d => { d.update(new Uint8Array(16)); d.final() })(c.createDecipheriv('aes-128-cbc', new Uint8Array(16), new Uint8Array(16)))`,
		"ERR_OSSL_BAD_DECRYPT",
	},
	{`(x => { x.final(); x.final() })(c.createCipheriv('aes-128-ctr', new Uint8Array(16), new Uint8Array(16)))`, "ERR_CRYPTO_INVALID_STATE"},
	{`c.createCipher('aes-128-cbc', 'p')`, "ERR_NOT_SUPPORTED"},
	{`c.createPublicKey('text')`, "ERR_OSSL_UNSUPPORTED: the key cannot be read"},
	{`c.createPrivateKey(pub)`, "ERR_OSSL_UNSUPPORTED: the key cannot be read: the key is not a private key"},
	{`c.createPrivateKey(c.createPublicKey(pub))`, "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE"},
	{`c.createPrivateKey(5)`, "ERR_INVALID_ARG_TYPE"},
	{`c.createPrivateKey({})`, "ERR_INVALID_ARG_TYPE"},
	{`c.createPrivateKey({key: {kty: 'EC', crv: 'P-256'}, format: 'jwk'})`, "ERR_CRYPTO_INVALID_JWK"},
	{`c.createPublicKey({key: new Uint8Array(10), format: 'der', type: 'spki'})`, "ERR_OSSL_UNSUPPORTED"},
	{`c.createPublicKey({key: new Uint8Array(10), format: 'der', type: 'png'})`, "ERR_OSSL_UNSUPPORTED: the key cannot be read: the type \"png\""},
	{`c.createPrivateKey({key: encrypted, passphrase: 'wrong'})`, "ERR_OSSL_UNSUPPORTED: the key cannot be read"},
	{`c.createPrivateKey(encrypted)`, "ERR_OSSL_UNSUPPORTED: the key cannot be read: it is encrypted, and there is no passphrase"},
	{`new c.KeyObject('secret')`, "ERR_ILLEGAL_CONSTRUCTOR"},
	{`c.KeyObject.from({})`, "ERR_INVALID_ARG_TYPE"},
	{
		`c.KeyObject.from(await crypto.subtle.generateKey('Ed25519', false, ['sign']).then(p => p.privateKey))`,
		"ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE: The CryptoKey is not extractable",
	},
	{`c.createSign('sha256').sign(pub)`, "ERR_OSSL_UNSUPPORTED"},
	{`c.sign(null, 'x', c.generateKeyPairSync('ec', {namedCurve: 'P-256'}).privateKey)`, "ERR_CRYPTO_UNSUPPORTED_OPERATION"},
	{`c.sign('sha256', 'x', c.generateKeyPairSync('ed25519').privateKey)`, "ERR_CRYPTO_UNSUPPORTED_OPERATION"},
	{`c.generateKeyPairSync('rsa', {modulusLength: 512})`, "ERR_OUT_OF_RANGE"},
	{`c.generateKeyPairSync('rsa', {modulusLength: 2 ** 20})`, "ERR_OUT_OF_RANGE"},
	{`c.generateKeyPairSync('dsa', {})`, "ERR_INVALID_ARG_VALUE"},
	{`c.generateKeyPairSync('ec', {namedCurve: 'secp256k1'})`, "ERR_CRYPTO_INVALID_CURVE"},
	{`c.createECDH('secp256k1')`, "ERR_CRYPTO_INVALID_CURVE"},
	{`(e => { e.generateKeys(); e.computeSecret(new Uint8Array(65)) })(c.createECDH('prime256v1'))`, "ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY"},
	{`c.createECDH('prime256v1').setPrivateKey(new Uint8Array(32))`, "ERR_CRYPTO_INVALID_KEYTYPE"},
	{`c.diffieHellman({privateKey: c.generateKeyPairSync('x25519').privateKey, publicKey: c.generateKeyPairSync('ec', ` +
		`{namedCurve: 'P-256'}).publicKey})`, "ERR_CRYPTO_INCOMPATIBLE_KEY"},
	{`c.privateDecrypt({key: c.generateKeyPairSync('rsa', {modulusLength: 1024}).privateKey, padding: ` +
		`c.constants.RSA_PKCS1_PADDING}, new Uint8Array(128))`, "ERR_INVALID_ARG_VALUE: RSA_PKCS1_PADDING is no longer supported"},
	{`c.privateDecrypt(c.generateKeyPairSync('rsa', {modulusLength: 1024}).privateKey, new Uint8Array(128))`, "ERR_OSSL_RSA_OAEP_DECODING_ERROR"},
	{
		`(big => { for (let i = 0; i < 1000; i++) c.sign(null, big, c.generateKeyPairSync('ed25519').privateKey, () => {}) })(new Uint8Array(3e7))`,
		"ERR_CRYPTO_OPERATION_FAILED: sign: too much data is being processed",
	},
	{`c.createDiffieHellman(2048)`, "ERR_NOT_SUPPORTED"},
	{`new c.X509Certificate('text')`, "ERR_OSSL_PEM_NO_START_LINE"},
	{`c.createHash('sha1').pipe({})`, "ERR_NOT_SUPPORTED: Streams are not available"},
}

// prepared are keys that the expressions use: an encrypted one is OpenSSL's, with the passphrase "secret".
const prepared = `const c = nodeCrypto; const pub = c.generateKeyPairSync('ed25519', {publicKeyEncoding: {type: 'spki', format: 'pem'}}).publicKey;
const encrypted = '-----BEGIN ENCRYPTED PRIVATE KEY-----\n` + encryptedKey + `\n-----END ENCRYPTED PRIVATE KEY-----';`

func TestBadInput(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	for _, c := range bad {
		if got := p.eval(prepared + thrown(c[0])); !strings.HasPrefix(got, c[1]) {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}

var good = [][2]string{
	{`c.createPrivateKey({key: encrypted, passphrase: 'secret'}).asymmetricKeyType`, "ed25519"},
	{`c.hash('sha1', 'abc')`, "a9993e364706816aba3e25717850c26c9cd0d89d"},
	{`c.createHash('sha256').update('616263', 'hex').digest('base64')`, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="},
	{`c.randomBytes(5).length + c.randomUUID().length + (c.randomInt(3) < 3) + [1, 2].includes(c.randomInt(1, 3))`, "43"},
	{`await new Promise(done => c.randomBytes(7, (error, bytes) => done(error + ' ' + bytes.length)))`, "null 7"},
	{`await new Promise(done => c.pbkdf2('p', 's', 1, 4, 'sha1', (error, bytes) => done(error + ' ' + c.timingSafeEqual(bytes, ` +
		`c.pbkdf2Sync('p', 's', 1, 4, 'sha1')))))`, "null true"},
	{
		`await new Promise(done => c.scrypt('p', 's', 4, (error, bytes) => done(error + ' ' + c.timingSafeEqual(bytes, c.scryptSync('p', 's', 4)))))`,
		"null true",
	},
	{`await new Promise(done => c.scrypt('p', 's', 4, {N: 8}, (error, bytes) => done(bytes.length)))`, "4"},
	{`await new Promise(done => c.hkdf('sha1', 'k', 's', 'i', 4, (error, bytes) => done(bytes instanceof ArrayBuffer)))`, "true"},
	{`await new Promise(done => c.generateKeyPair('rsa', {modulusLength: 1024}, (error, pub, priv) => done([error, ` +
		`pub.asymmetricKeyDetails.modulusLength, pub.asymmetricKeyDetails.publicExponent === 65537n, priv.type])))`, ",1024,true,private"},
	{`await new Promise(done => c.sign(null, 'x', c.generateKeyPairSync('ed25519').privateKey, (error, signature) => done(signature.length)))`, "64"},
	{`JSON.stringify(c.createSecretKey('abc').export({format: 'jwk'})) + c.createSecretKey('abc').symmetricKeySize`, `{"k":"YWJj","kty":"oct"}3`},
	{`c.createHmac('sha1', c.createSecretKey('abc')).update('x').digest('hex') === c.createHmac('sha1', 'abc').update('x').digest('hex')`, "true"},
	{`c.createSecretKey('abc').equals(c.createSecretKey('abc')) + ',' + c.createSecretKey('abc').equals(c.createPublicKey(pub))`, "true,false"},
	{`(await c.createSecretKey(new Uint8Array(16)).toCryptoKey('AES-GCM', true, ['encrypt'])).algorithm.length`, "128"},
	{`c.KeyObject.from((await crypto.subtle.generateKey('Ed25519', true, ['sign'])).privateKey).asymmetricKeyType`, "ed25519"},
	{`c.webcrypto === crypto && c.subtle === crypto.subtle`, "true"},
	{`c.getHashes().includes('RSA-SHA256') && c.getCiphers().includes('aes-256-gcm') && c.getCurves().includes('prime256v1')`, "true"},
	{`JSON.stringify(c.getCipherInfo('AES-256-GCM')) + c.getCipherInfo('x')`, `{"mode":"gcm","name":"aes-256-gcm",` +
		`"ivLength":12,"keyLength":32}undefined`},
	{`(d => { d.setAutoPadding(false); return d.update(new Uint8Array(16)).length + d.final().length })(c.createDecipheriv('aes-128-ecb', ` +
		`new Uint8Array(16), null))`, "16"},
	// A text with a tag that was changed is not authentic, however it is cut into pieces.
	{
		`(() => { const e = c.createCipheriv('chacha20-poly1305', new Uint8Array(32), new Uint8Array(12));
			const text = new Uint8Array([...e.update('hello'), ...e.final()]); text[0] ^= 1;
		const d = c.createDecipheriv('chacha20-poly1305', new Uint8Array(32), new Uint8Array(12)).setAuthTag(e.getAuthTag());
			d.update(text.subarray(0, 2)); d.update(text.subarray(2));
		try { d.final() } catch (e) { return e.code } })()`, "ERR_CRYPTO_INVALID_AUTH_TAG",
	},
	// Bytes of a callback's call are copied when it is made.
	{`await (data => new Promise(done => { c.sign(null, data, c.generateKeyPairSync('ed25519').privateKey, (e, s) => done(s.length)); ` +
		`data.fill(1) }))(new Uint8Array(9))`, "64"},
}

func TestGoodInput(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	for _, c := range good {
		if got := p.eval(prepared + "return String(" + c[0] + ")"); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}

// encryptedKey was made for these tests by openssl genpkey and openssl pkcs8 -topk8 -v2 aes-256-cbc.
const encryptedKey = "MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjjyUfjehQTagICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEP6T3dOidgk5HwydMHJ3k3QEQ" +
	"Ea/w9A9nAcM2SsZ8BCSQ80RVM2GdOfdha6dGN/xZ7AM+mohff1pEBPkDSGKJsQWzWmIOAm+DNIhTnN2KG8nsX8=" //nolint:gosec // it protects nothing
