package security_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/jsapi/security"
)

func newCodesPage(t *testing.T) *realmtest.Page {
	t.Helper()
	p := realmtest.New(t, security.Codes())
	for _, name := range []string{"hmac", "digest", "random", "totp"} {
		p.SetBean(name, name, "")
	}
	return p
}

// TestHmac: signatures of RFC 4231 (test case 2), and what is a good one.
func TestHmac(t *testing.T) {
	const (
		input = `"what do ya want for nothing?"`
		sig   = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
	)
	newCodesPage(t).Cases([][2]string{
		{`hmac.sign(` + input + `, "Jefe")`, sig},
		{`hmac.sign(new TextEncoder().encode(` + input + `), new TextEncoder().encode("Jefe").buffer)`, sig},
		{`hmac.sign(new TextEncoder().encode("a" + ` + input + ` + "b").subarray(1, -1), "Jefe")`, sig},
		{`hmac.sign(` + input + `, "Jefe", { prefix: "sha256=" })`, "sha256=" + sig},
		{`hmac.sign(` + input + `, "Jefe", { encoding: "base64" })`, "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM="},
		{`hmac.sign(` + input + `, "Jefe", { encoding: "base64url" })`, "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM"},
		{`hmac.sign(` + input + `, "Jefe", { algorithm: "SHA-384" })`, "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2" +
			"240ca5e69e2c78b3239ecfab21649"},
		{`hmac.sign(` + input + `, "Jefe", { algorithm: "SHA-512" })`, "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6" +
			"d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"},
		{`hmac.sign("é😀", "ü").length`, "64"},

		{`hmac.verify(` + input + `, "` + sig + `", "Jefe")`, "true"},
		{`hmac.verify(` + input + `, "` + sig + `".toUpperCase(), "Jefe")`, "true"},
		{`hmac.verify(` + input + `, "sha256=` + sig + `", "Jefe", { prefix: "sha256=" })`, "true"},
		{`hmac.verify(` + input + `, "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=", "Jefe", { encoding: "base64url" })`, "true"},
		{`hmac.verify(` + input + `, "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM", "Jefe", { encoding: "base64url" })`, "true"},
		{`hmac.verify(` + input + `, "` + sig + `", "Jefe", { prefix: "sha256=" })`, "false"},
		{`hmac.verify(` + input + `, "sha256=` + sig + `", "Jefe")`, "false"},
		{`hmac.verify(` + input + `, "SHA256=` + sig + `", "Jefe", { prefix: "sha256=" })`, "false"},
		{`hmac.verify(` + input + `, "` + sig + `", "jefe")`, "false"},
		{`hmac.verify(` + input + ` + "!", "` + sig + `", "Jefe")`, "false"},
		{`hmac.verify(` + input + `, "` + sig + `".slice(0, -1), "Jefe")`, "false"},
		{`hmac.verify(` + input + `, "` + sig + `0", "Jefe")`, "false"},
		{`hmac.verify(` + input + `, "` + sig + `", "Jefe", { algorithm: "SHA-512" })`, "false"},
		{`hmac.verify(` + input + `, "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM", "Jefe", { encoding: "base64" })`, "false"},
		{`hmac.verify(` + input + `, "", "Jefe")`, "false"},
		{`hmac.verify(` + input + `, null, "Jefe")`, "false"},
		{`hmac.verify(` + input + `, undefined, "Jefe")`, "false"},

		{`hmac.verify("a", "b")`, "throws TypeError: hmac.verify: the secret must be a text, a Uint8Array or an ArrayBuffer"},
		{`hmac.verify("a", "b", "")`, "throws TypeError: hmac.verify: the secret is empty; check that it is configured"},
		{`hmac.verify("a", null, "")`, "throws TypeError: hmac.verify: the secret is empty; check that it is configured"},
		{`hmac.verify("a", 7, "c")`, "throws TypeError: hmac.verify: the signature must be a text"},
		{`hmac.sign({}, "a")`, "throws TypeError: hmac.sign: the input must be a text, a Uint8Array or an ArrayBuffer"},
		{`hmac.sign(new Uint16Array(2), "a")`, "throws TypeError: hmac.sign: the input must be a text, a Uint8Array or an ArrayBuffer"},
		{`hmac.sign(undefined, "a")`, "throws TypeError: hmac.sign: the input must be a text, a Uint8Array or an ArrayBuffer"},
		{`hmac.sign("a", "b", { algorithm: "SHA-1" })`, `throws TypeError: hmac.sign: ` + "`algorithm`" + ` must be one of "SHA-256", "SHA-384", ` +
			`"SHA-512"`},
		{`hmac.sign("a", "b", { encoding: "HEX" })`, `throws TypeError: hmac.sign: ` + "`encoding`" + ` must be one of "hex", "base64", "base64url"`},
		{`hmac.sign("a", "b", { prefix: 1 })`, `throws TypeError: hmac.sign: ` + "`prefix`" + ` must be a text such as "sha256="`},
		{`hmac.sign("a", "b", { algo: "SHA-256" })`, "throws TypeError: hmac.sign has no option algo; it has algorithm, encoding, prefix"},
		{`hmac.sign("a", "b", "SHA-256")`, "throws TypeError: hmac.sign: the options must be an object such as { algorithm: … }"},
		{`hmac.sign("a%d%s", "b").length`, "64"},
		{`new Hmac()`, "throws TypeError: a Hmac cannot be made with new; inject it with @Autowired"},
	})
}

// TestDigest: digests of FIPS 180 and RFC 1321, and how much is taken at once.
func TestDigest(t *testing.T) {
	const tooLarge = "throws TypeError: digest.of: the input is larger than 1 MiB, and other requests would have to wait for it; " +
		"take the digest of each part, and join their texts"
	newCodesPage(t).Cases([][2]string{
		{`digest.of("abc")`, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
		{`digest.of(new Uint8Array([97, 98, 99]), { encoding: "base64" })`, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="},
		{`digest.of("abc", { algorithm: "SHA-384" }).slice(0, 16)`, "cb00753f45a35e8b"},
		{`digest.of("abc", { algorithm: "SHA-512" }).slice(0, 16)`, "ddaf35a193617aba"},
		{`digest.of("abc", { algorithm: "SHA-1" })`, "a9993e364706816aba3e25717850c26c9cd0d89d"},
		{`digest.of("abc", { algorithm: "MD5" })`, "900150983cd24fb0d6963f7d28e17f72"},
		{`digest.of("")`, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		{`digest.of("abc", { algorithm: "md5" })`, `throws TypeError: digest.of: ` + "`algorithm`" + ` must be one of "SHA-256", ` +
			`"SHA-384", "SHA-512", "SHA-1", "MD5"`},
		{`digest.of(null)`, "throws TypeError: digest.of: the input must be a text, a Uint8Array or an ArrayBuffer"},
		{`digest.of("a".repeat(1 << 20)).length`, "64"},
		{`digest.of("a".repeat((1 << 20) + 1))`, tooLarge},
		{`digest.of("é".repeat(1 << 20))`, tooLarge},
		{`digest.of(new Uint8Array((1 << 20) + 1))`, tooLarge},
	})
}

// TestRandom: what is drawn has the form that was asked for, and is another one each time; every whole number of a range comes.
func TestRandom(t *testing.T) {
	const bytes = " takes a number of bytes from 1 to 65536"
	const ints = "throws TypeError: random.int takes two whole numbers, the second greater than the first: random.int(1, 7) rolls a die"
	newCodesPage(t).Cases([][2]string{
		{`/^[\w-]{43}$/.test(random.token())`, "true"},
		{`/^[\w-]{22}$/.test(random.token(16))`, "true"},
		{`random.token() !== random.token()`, "true"},
		{`random.token(65536).length`, "87382"},
		{`const b = random.bytes(1000); [b instanceof Uint8Array, b.length, new Set(b).size > 200]`, "true,1000,true"},
		{`/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(random.uuid())`, "true"},
		{`[...new Set(Array.from({ length: 1000 }, () => random.int(-1, 3)))].sort()`, "-1,0,1,2"},
		{`random.int(7, 8)`, "7"},
		{`const wide = random.int(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER); Number.isSafeInteger(wide)`, "true"},
		{`random.token(0)`, "throws TypeError: random.token" + bytes},
		{`random.token(null)`, "throws TypeError: random.token" + bytes},
		{`random.token(65537)`, "throws TypeError: random.token" + bytes},
		{`random.token("16")`, "throws TypeError: random.token" + bytes},
		{`random.bytes()`, "throws TypeError: random.bytes" + bytes},
		{`random.bytes(-1)`, "throws TypeError: random.bytes" + bytes},
		{`random.bytes(1.5)`, "throws TypeError: random.bytes" + bytes},
		{`random.int(6)`, ints},
		{`random.int(6, 6)`, ints},
		{`random.int(0, 0.5)`, ints},
		{`random.int(0, 2 ** 53)`, ints},
		{`random.int(0, Infinity)`, ints},
		{`random.int(NaN, 1)`, ints},
	})
}

// TestTotp: codes of RFC 6238, which has eight digits of them, and which of them are good.
func TestTotp(t *testing.T) {
	const (
		secret = `"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"`
		label  = " must be a text that is not empty and has no colon"
	)
	newCodesPage(t).Cases([][2]string{
		{`totp.code(` + secret + `, { at: 59_000 })`, "287082"},
		{`totp.code(` + secret + `, { at: new Date(1111111109_000) })`, "081804"},
		{`totp.verify(` + secret + `, "287082", { at: 59_000 })`, "1"},
		{`totp.verify(` + secret + `, "287 082", { at: 89_999 })`, "1"},
		{`totp.verify(` + secret + `, "287082", { at: 90_000 })`, "null"},
		{`totp.verify(` + secret + `, "287082", { at: 90_000, window: 2 })`, "1"},
		{`totp.verify(` + secret + `, "287082", { at: 60_000, window: 0 })`, "null"},
		{`totp.verify(` + secret + `, "287082", { at: 59_000, after: 1 })`, "null"},
		{`totp.verify(` + secret + `, "287082", { at: 59_000, after: 0 })`, "1"},
		{`totp.verify(` + secret + `, "287082", { at: 59_000, after: null })`, "1"},
		{`totp.verify(` + secret + `, "287083", { at: 59_000 })`, "null"},
		{`totp.verify(` + secret + `, "", { at: 59_000 })`, "null"},
		{`totp.verify(` + secret + `, null)`, "null"},
		{`totp.verify(` + secret + `, "1".repeat(1000))`, "null"},
		{`totp.verify(` + secret + `, "755224", { at: 0 })`, "0"},
		{`const own = totp.secret(); [own.length, totp.verify(own, totp.code(own)) > 0, own !== totp.secret()]`, "32,true,true"},
		{
			`totp.uri({ secret: ` + secret + `, account: "ada@example.com", issuer: "Shop & Co" })`,
			"otpauth://totp/Shop%20%26%20Co:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Shop%20%26%20Co",
		},

		{`totp.uri()`, "throws TypeError: totp.uri takes an object: { secret, account, issuer }"},
		{`totp.uri({ secret: ` + secret + `, issuer: "Shop" })`, "throws TypeError: totp.uri: `account`" + label},
		{`totp.uri({ secret: ` + secret + `, account: "a", issuer: "a:b" })`, "throws TypeError: totp.uri: `issuer`" + label},
		{`totp.uri({ secret: ` + secret + `, account: "a", issuer: " " })`, "throws TypeError: totp.uri: `issuer`" + label},
		{`totp.uri({ account: "a", issuer: "b" })`, "throws TypeError: totp.uri: the secret must be a text in base32, such as totp.secret() returns"},
		{`totp.code("secret 1")`, "throws TypeError: totp.code: the secret is not base32; totp.secret() returns one"},
		{`totp.code("")`, "throws TypeError: totp.code: the secret must have 10 to 128 bytes; totp.secret() returns one"},
		{`totp.code(` + secret + `, { at: "now" })`, "throws TypeError: totp.code: `at` must be a Date, or milliseconds since 1970"},
		{`totp.code(` + secret + `, { at: new Date(-1) })`, "throws TypeError: totp.code: `at` must be a Date, or milliseconds since 1970"},
		{`totp.code(` + secret + `, { at: new Date(NaN) })`, "throws TypeError: totp.code: `at` must be a Date, or milliseconds since 1970"},
		{`totp.verify(` + secret + `, 287082)`, "throws TypeError: totp.verify: the code must be a text: a number has lost its leading zeros"},
		{`totp.verify(` + secret + `, "287082", { window: 11 })`, "throws TypeError: totp.verify: `window` must be a whole number of steps from 0 to 10"},
		{`totp.verify(` + secret + `, "287082", { after: "1" })`, "throws TypeError: totp.verify: `after` must be a step that verify has returned"},
		{`totp.verify(` + secret + `, "287082", { step: 1 })`, "throws TypeError: totp.verify has no option step; it has window, after, at"},
		{`totp.verify(null, "287082")`, "throws TypeError: totp.verify: the secret must be a text in base32, such as totp.secret() returns"},
	})
}
