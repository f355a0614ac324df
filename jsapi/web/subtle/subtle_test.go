package subtle_test

import (
	"strings"
	"testing"
)

// prepared are keys that the expressions below use. d is data of 16 bytes.
const prepared = `
const d = new Uint8Array(16), iv = new Uint8Array(12);
const hmac = await subtle.generateKey({name: 'HMAC', hash: 'SHA-256'}, true, ['sign']);
const aes = await subtle.generateKey({name: 'AES-GCM', length: 128}, false, ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey']);
const kw = await subtle.generateKey({name: 'AES-KW', length: 128}, true, ['wrapKey', 'unwrapKey']);
const rsa = await subtle.generateKey({name: 'RSA-OAEP', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256'}, true,
  ['encrypt', 'decrypt']);
const ec = await subtle.generateKey({name: 'ECDSA', namedCurve: 'P-256'}, true, ['sign', 'verify']);
const dh = await subtle.generateKey({name: 'ECDH', namedCurve: 'P-256'}, true, ['deriveBits', 'deriveKey']);
const dh384 = await subtle.generateKey({name: 'ECDH', namedCurve: 'P-384'}, true, ['deriveBits']);
const x = await subtle.generateKey('X25519', true, ['deriveBits']);
const ed = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
const pw = await subtle.importKey('raw', d, 'PBKDF2', false, ['deriveBits']);
const spki = await subtle.exportKey('spki', ec.publicKey), pkcs8 = await subtle.exportKey('pkcs8', ec.privateKey);
const jwk = await subtle.exportKey('jwk', ec.privateKey), point = new Uint8Array(await subtle.exportKey('raw', ec.publicKey));
const rsaJWK = await subtle.exportKey('jwk', rsa.privateKey), oct = {kty: 'oct', k: 'AAAAAAAAAAAAAAAAAAAAAA'};
const P256 = {name: 'ECDSA', namedCurve: 'P-256'}, GCM = {name: 'AES-GCM', iv}, OAEP = {name: 'RSA-OAEP', hash: 'SHA-256'};
const off = new Uint8Array(point); off[64] ^= 1;
`

// bad are expressions, each with the name of its error.
var bad = [][2]string{
	// Receivers and arguments.
	{`subtle.digest.call({}, 'SHA-256', d)`, "TypeError"},
	{`subtle.digest('SHA-256')`, "TypeError"},
	{`subtle.digest('SHA-256', 'text')`, "TypeError"},
	{`subtle.digest('SHA-256', [1, 2])`, "TypeError"},
	{`subtle.digest('MD5', d)`, "NotSupportedError"},
	{`subtle.digest('SHA-256\u212A', d)`, "NotSupportedError"},
	{`subtle.digest({}, d)`, "TypeError"},
	{`subtle.digest(Symbol(), d)`, "TypeError"},
	{`subtle.encrypt('AES-GCM', aes, d)`, "TypeError"},
	{`subtle.encrypt(GCM, {type: 'secret'}, d)`, "TypeError"},
	{`subtle.encrypt(GCM, Object.create(CryptoKey.prototype), d)`, "TypeError"},
	{`new CryptoKey()`, "TypeError"},
	{`new SubtleCrypto()`, "TypeError"},
	{`CryptoKey.prototype.type`, "TypeError"},
	// Usages.
	{`subtle.generateKey({name: 'AES-GCM', length: 128}, true, [])`, "SyntaxError"},
	{`subtle.generateKey({name: 'AES-GCM', length: 128}, true, ['sign'])`, "SyntaxError"},
	{`subtle.generateKey({name: 'AES-GCM', length: 128}, true, ['fly'])`, "TypeError"},
	{`subtle.generateKey({name: 'AES-GCM', length: 128}, true, 'encrypt')`, "TypeError"},
	{`subtle.generateKey(P256, true, ['verify'])`, "SyntaxError"},
	{`subtle.importKey('raw', d, {name: 'HMAC', hash: 'SHA-1'}, true, [])`, "SyntaxError"},
	{`subtle.importKey('spki', spki, P256, true, ['sign'])`, "SyntaxError"},
	{`subtle.importKey('raw', d, 'PBKDF2', true, ['deriveBits'])`, "SyntaxError"},
	{`subtle.verify('HMAC', hmac, d, d)`, "InvalidAccessError"},
	{`subtle.sign('HMAC', aes, d)`, "InvalidAccessError"},
	{`subtle.sign({name: 'ECDSA', hash: 'SHA-256'}, ec.publicKey, d)`, "InvalidAccessError"},
	{`subtle.encrypt({name: 'AES-CBC', iv: d}, aes, d)`, "InvalidAccessError"},
	{
		`subtle.deriveKey({name: 'PBKDF2', hash: 'SHA-1', salt: d, iterations: 1}, pw, {name: 'AES-GCM', length: 128}, true, ['encrypt'])`,
		"InvalidAccessError",
	},
	// Lengths and other parameters.
	{`subtle.generateKey({name: 'AES-GCM', length: 100}, true, ['encrypt'])`, "OperationError"},
	{`subtle.generateKey({name: 'AES-GCM', length: 70000}, true, ['encrypt'])`, "TypeError"},
	{`subtle.generateKey({name: 'HMAC', hash: 'SHA-256', length: 0}, true, ['sign'])`, "OperationError"},
	{`subtle.generateKey({name: 'HMAC', hash: 'SHA-256', length: 4294967295}, true, ['sign'])`, "OperationError"},
	{`subtle.generateKey({...OAEP, modulusLength: 16384, publicExponent: new Uint8Array([1, 0, 1])}, true, ['decrypt'])`, "OperationError"},
	{`subtle.generateKey({...OAEP, modulusLength: 512, publicExponent: new Uint8Array([1, 0, 1])}, true, ['decrypt'])`, "OperationError"},
	{`subtle.generateKey({...OAEP, modulusLength: 2048, publicExponent: new Uint8Array([1])}, true, ['decrypt'])`, "OperationError"},
	{`subtle.generateKey({...OAEP, modulusLength: 2048, publicExponent: new Uint8Array(1000).fill(255)}, true, ['decrypt'])`, "OperationError"},
	{`subtle.generateKey({name: 'ECDSA', namedCurve: 'P-512'}, true, ['sign'])`, "NotSupportedError"},
	{`subtle.encrypt({name: 'AES-GCM', iv: new Uint8Array(0)}, aes, d)`, "OperationError"},
	{`subtle.encrypt({...GCM, tagLength: 100}, aes, d)`, "OperationError"},
	{`subtle.encrypt({...GCM, tagLength: 256}, aes, d)`, "TypeError"},
	{`subtle.decrypt(GCM, aes, d)`, "OperationError"},
	{`subtle.decrypt(GCM, aes, new Uint8Array(0))`, "OperationError"},
	{`subtle.decrypt({name: 'RSA-OAEP'}, rsa.privateKey, d)`, "OperationError"},
	{`subtle.encrypt({name: 'RSA-OAEP'}, rsa.publicKey, new Uint8Array(1000))`, "OperationError"},
	{`subtle.deriveBits({name: 'PBKDF2', hash: 'SHA-1', salt: d, iterations: 0}, pw, 8)`, "OperationError"},
	{`subtle.deriveBits({name: 'PBKDF2', hash: 'SHA-1', salt: d, iterations: -1}, pw, 8)`, "TypeError"},
	{`subtle.deriveBits({name: 'PBKDF2', hash: 'SHA-1', salt: d, iterations: 4294967295}, pw, 8)`, "OperationError"},
	{`subtle.deriveBits({name: 'PBKDF2', hash: 'SHA-1', salt: d, iterations: 1}, pw, 4294967288)`, "OperationError"},
	{`subtle.deriveBits({name: 'PBKDF2', hash: 'SHA-1', salt: d, iterations: 1}, pw, 9)`, "OperationError"},
	{`subtle.deriveBits({name: 'PBKDF2', hash: 'SHA-1', salt: d, iterations: 1}, pw)`, "OperationError"},
	// Keys that are none.
	{`subtle.importKey('raw', new Uint8Array(15), 'AES-GCM', true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('raw', new Uint8Array(0), {name: 'HMAC', hash: 'SHA-256'}, true, ['sign'])`, "DataError"},
	{`subtle.importKey('raw', d, {name: 'HMAC', hash: 'SHA-256', length: 136}, true, ['sign'])`, "DataError"},
	{`subtle.importKey('png', d, 'AES-GCM', true, ['encrypt'])`, "TypeError"},
	{`subtle.importKey('raw', oct, 'AES-GCM', true, ['encrypt'])`, "TypeError"},
	{`subtle.importKey('jwk', d, 'AES-GCM', true, ['encrypt'])`, "TypeError"},
	{`subtle.importKey('jwk', 'text', 'AES-GCM', true, ['encrypt'])`, "TypeError"},
	{`subtle.importKey('spki', d, 'AES-GCM', true, ['encrypt'])`, "NotSupportedError"},
	{`subtle.importKey('raw', d, 'SHA-256', true, ['encrypt'])`, "NotSupportedError"},
	{`subtle.importKey('raw', off, P256, true, ['verify'])`, "DataError"},
	{`subtle.importKey('raw', point.subarray(1), P256, true, ['verify'])`, "DataError"},
	{`subtle.importKey('raw', new Uint8Array(65), P256, true, ['verify'])`, "DataError"},
	{`subtle.importKey('raw', new Uint8Array(1), P256, true, ['verify'])`, "DataError"},
	{`subtle.importKey('raw', point, {name: 'ECDH', namedCurve: 'P-384'}, true, [])`, "DataError"},
	{`subtle.importKey('spki', spki.slice(0, -1), P256, true, ['verify'])`, "DataError"},
	{`subtle.importKey('spki', spki, {name: 'ECDSA', namedCurve: 'P-521'}, true, ['verify'])`, "DataError"},
	{`subtle.importKey('spki', spki, OAEP, true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('spki', spki, 'Ed25519', true, ['verify'])`, "DataError"},
	{`subtle.importKey('pkcs8', spki, P256, true, ['sign'])`, "DataError"},
	{`subtle.importKey('pkcs8', pkcs8.slice(0, 40), P256, true, ['sign'])`, "DataError"},
	{`subtle.importKey('pkcs8', new Uint8Array([...new Uint8Array(pkcs8), 0]), P256, true, ['sign'])`, "DataError"},
	{`subtle.importKey('pkcs8', new Uint8Array(1 << 20), P256, true, ['sign'])`, "DataError"},
	{`subtle.importKey('raw', new Uint8Array(31), 'Ed25519', true, ['verify'])`, "DataError"},
	// JSON Web Keys.
	{`subtle.importKey('jwk', {...oct, kty: 'RSA'}, 'AES-GCM', true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {kty: 'oct'}, 'AES-GCM', true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {...oct, k: 'AA=='}, 'AES-GCM', true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {...oct, k: oct.k + '\n'}, 'AES-GCM', true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {...oct, alg: 'A256GCM'}, 'AES-GCM', true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {...oct, use: 'sig'}, 'AES-GCM', true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {...oct, ext: false}, 'AES-GCM', true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {...oct, key_ops: ['decrypt']}, 'AES-GCM', true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {...oct, key_ops: ['encrypt', 'encrypt']}, 'AES-GCM', true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {...oct, key_ops: 'encrypt'}, 'AES-GCM', true, ['encrypt'])`, "TypeError"},
	{`subtle.importKey('jwk', {...jwk, crv: 'P-384'}, P256, true, ['sign'])`, "DataError"},
	{`subtle.importKey('jwk', {...jwk, crv: 'P-384'}, {name: 'ECDSA', namedCurve: 'P-384'}, true, ['sign'])`, "DataError"},
	{`subtle.importKey('jwk', {...jwk, x: jwk.y}, P256, true, ['sign'])`, "DataError"},
	{`subtle.importKey('jwk', {...jwk, d: jwk.x}, P256, true, ['sign'])`, "DataError"},
	{`subtle.importKey('jwk', {...jwk, x: jwk.x.slice(2)}, P256, true, ['sign'])`, "DataError"},
	{`subtle.importKey('jwk', {...jwk, alg: 'ES384'}, P256, true, ['sign'])`, "DataError"},
	{`subtle.importKey('jwk', {...rsaJWK, oth: [{}]}, OAEP, true, ['decrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {...rsaJWK, p: rsaJWK.q}, OAEP, true, ['decrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {...rsaJWK, qi: rsaJWK.dp}, OAEP, true, ['decrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {...rsaJWK, p: undefined}, OAEP, true, ['decrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {kty: 'RSA', n: 'AQAB', e: 'AQAB'}, OAEP, true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {kty: 'RSA', n: 'f'.repeat(100000), e: 'AQAB'}, OAEP, true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('jwk', {...rsaJWK, d: undefined, e: 'Ag'}, OAEP, true, ['encrypt'])`, "DataError"},
	{`subtle.importKey('jwk', rsaJWK, OAEP, true, ['encrypt'])`, "SyntaxError"},
	{`subtle.importKey('jwk', {get kty() { throw new TypeError('mine') }}, 'AES-GCM', true, ['encrypt'])`, "TypeError"},
	// What must not leave, and what does not fit.
	{`subtle.exportKey('raw', aes)`, "InvalidAccessError"},
	{`subtle.exportKey('raw', pw)`, "NotSupportedError"},
	{`subtle.exportKey('spki', hmac)`, "NotSupportedError"},
	{`subtle.exportKey('spki', ec.privateKey)`, "InvalidAccessError"},
	{`subtle.exportKey('raw', ec.privateKey)`, "InvalidAccessError"},
	{`subtle.wrapKey('raw', aes, kw, 'AES-KW')`, "InvalidAccessError"},
	{`subtle.wrapKey('raw', pw, kw, 'AES-KW')`, "NotSupportedError"},
	{`subtle.wrapKey('raw', hmac, hmac, 'HMAC')`, "NotSupportedError"},
	{`subtle.wrapKey('spki', ec.publicKey, kw, 'AES-KW')`, "OperationError"},
	{`subtle.unwrapKey('raw', d, kw, 'AES-KW', 'AES-GCM', true, ['encrypt'])`, "OperationError"},
	{`subtle.unwrapKey('raw', new Uint8Array(24), kw, 'AES-KW', 'AES-GCM', true, ['encrypt'])`, "OperationError"},
	{`subtle.unwrapKey('jwk', await subtle.wrapKey('raw', kw, aes, GCM), aes, GCM, 'AES-GCM', true, ['encrypt'])`, "DataError"},
	{`subtle.deriveBits({name: 'ECDH', public: dh384.publicKey}, dh.privateKey, 256)`, "InvalidAccessError"},
	{`subtle.deriveBits({name: 'ECDH', public: dh.privateKey}, dh.privateKey, 256)`, "InvalidAccessError"},
	{`subtle.deriveBits({name: 'ECDH', public: x.publicKey}, dh.privateKey, 256)`, "InvalidAccessError"},
	{`subtle.deriveBits({name: 'ECDH', public: dh.publicKey}, dh.publicKey, 256)`, "InvalidAccessError"},
	{`subtle.deriveBits({name: 'ECDH', public: {}}, dh.privateKey, 256)`, "TypeError"},
	{`subtle.deriveBits({name: 'ECDH', public: dh.publicKey}, dh.privateKey, 264)`, "OperationError"},
	{
		`subtle.deriveBits({name: 'X25519', public: await subtle.importKey('raw', new Uint8Array(32), 'X25519', true, [])}, x.privateKey, 256)`,
		"OperationError",
	},
	{`subtle.sign({name: 'ECDSA', hash: 'SHA-1x'}, ec.privateKey, d)`, "NotSupportedError"},
	{`crypto.getRandomValues(new Uint8Array(65537))`, "QuotaExceededError"},
	{`crypto.getRandomValues(new Float64Array(1))`, "TypeMismatchError"},
	{`crypto.getRandomValues(new DataView(new ArrayBuffer(1)))`, "TypeMismatchError"},
	{`crypto.getRandomValues([1])`, "TypeMismatchError"},
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	var script strings.Builder
	script.WriteString(prepared + "const wrong = [];")
	for _, c := range bad {
		script.WriteString("{ const got = await (async () => {" + nameOf(c[0]) + "})(); if (got !== " + quote(c[1]) + ") wrong.push(got + ', not " + c[1] +
			": ' + " + quote(c[0]) + "); }\n")
	}
	if got := p.eval(script.String() + "return wrong.join('\\n')"); got != "" {
		t.Error(got)
	}
}

func quote(text string) string { return "String.raw`" + strings.ReplaceAll(text, "`", "'") + "`" }

// good are expressions, each with its value as text.
var good = [][2]string{
	{`Object.prototype.toString.call(subtle) + Object.prototype.toString.call(hmac)`, "[object SubtleCrypto][object CryptoKey]"},
	{`crypto.subtle === crypto.subtle && subtle instanceof SubtleCrypto`, "true"},
	{`hmac.usages === hmac.usages && hmac.algorithm === hmac.algorithm`, "true"},
	{`JSON.stringify([hmac.type, hmac.extractable, hmac.algorithm, hmac.usages])`, `["secret",true,{"name":"HMAC",` +
		`"hash":{"name":"SHA-256"},"length":512},["sign"]]`},
	{
		`JSON.stringify(ec.privateKey.algorithm) + ec.privateKey.usages + ec.publicKey.usages + ec.publicKey.extractable`,
		`{"name":"ECDSA","namedCurve":"P-256"}signverifytrue`,
	},
	{`rsa.publicKey.algorithm.publicExponent + rsa.publicKey.algorithm.modulusLength`, "1,0,11024"},
	{`(await subtle.importKey('raw', point, {name: 'ecdsa', namedCurve: 'P-256'}, false, [])).algorithm.name`, "ECDSA"},
	{`(await subtle.digest('sha-256', new DataView(new ArrayBuffer(4), 1, 2))).byteLength`, "32"},
	{`(await subtle.digest({name: 'SHA3-512'}, d)).byteLength`, "64"},
	{`(await subtle.deriveBits({name: 'ECDH', public: dh.publicKey}, dh.privateKey)).byteLength`, "32"},
	{`new Uint8Array(await subtle.deriveBits({name: 'ECDH', public: dh.publicKey}, dh.privateKey, 9))[1] & 127`, "0"},
	{
		`(await subtle.sign('Ed25519', ed.privateKey, d)).byteLength + ',' + await subtle.verify('Ed25519', ed.publicKey, new Uint8Array(64), d)`,
		"64,false",
	},
	{`await subtle.verify({name: 'ECDSA', hash: 'SHA-256'}, ec.publicKey, new Uint8Array(10), d)`, "false"},
	{`(await subtle.importKey('raw', Uint8Array.from([2 + (point[64] & 1), ...point.subarray(1, 33)]), P256, true, ['verify'])).type`, "public"},
	// The data of a call is what it was when the call was made, and so is the algorithm.
	{
		`await (async () => { const data = new Uint8Array(1 << 20), params = {...GCM, iv: new Uint8Array(12)};
		const promise = subtle.encrypt(params, aes, data); data.fill(7); params.iv.fill(7); params.name = 'AES-CBC';
		return new Uint8Array(await subtle.decrypt(GCM, aes, await promise)).every(b => b === 0) })()`, "true",
	},
	// A getter of the algorithm that changes the data is still before the copy.
	{
		`await (async () => { const data = new Uint8Array(3); const hash = await subtle.digest({get name() { data.fill(1); return 'SHA-256' }}, data);
		return String(new Uint8Array(hash)) === String(new Uint8Array(await subtle.digest('SHA-256', new Uint8Array([1, 1, 1])))) })()`, "true",
	},
	{
		`await (async () => { const copy = structuredClone({key: hmac}).key; return [copy !== hmac, copy instanceof CryptoKey, copy.usages,
			(await subtle.sign('HMAC', copy, d)).byteLength,
		Object.keys(copy).length, JSON.stringify(copy)] })()`, "true,true,sign,32,0,{}",
	},
	// The attributes are copies: what a script does to them changes nothing.
	{
		`await (async () => { aes.usages.push('sign'); aes.algorithm.name = 'HMAC'; return subtle.sign('HMAC', aes, d) })().catch(e => e.name)`,
		"InvalidAccessError",
	},
	{`await subtle.unwrapKey('jwk', await subtle.wrapKey('jwk', kw, aes, GCM), aes, GCM, 'AES-KW', false, ` +
		`['wrapKey']).then(k => k.usages + k.extractable)`, "wrapKeyfalse"},
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

// TestPatchedPrototypes: a script that replaces what the platform is made of gets neither keys nor others' data.
func TestPatchedPrototypes(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	got := p.eval(`
		Object.defineProperty(Object.prototype, 'iv', {get() { return new Uint8Array(12) }, configurable: true});
		Promise.prototype.constructor = function () { throw 1 };
		const key = await subtle.generateKey({name: 'AES-GCM', length: 128}, false, ['encrypt', 'wrapKey']);
		const seen = [];
		for (const name of ['then', 'constructor', 'key', 'slot']) Object.defineProperty(Object.prototype, '_' + name, {set(v) { seen.push(v) }});
		await subtle.encrypt({name: 'AES-GCM'}, key, new Uint8Array(3));
		return [seen.length, Reflect.ownKeys(key).length, Object.getOwnPropertyNames(CryptoKey).join(), await subtle.exportKey('raw',
			key).catch(e => e.name)].join('|')`)
	if got != "0|0|length,prototype,name|InvalidAccessError" && got != "0|0|length,name,prototype|InvalidAccessError" {
		t.Error(got)
	}
}
