// module: querystring, string_decoder, punycode, url
import test from "node:test";
import assert from "node:assert";
import querystring from "node:querystring";
import { StringDecoder } from "node:string_decoder";
import url, { fileURLToPath, pathToFileURL, domainToASCII, domainToUnicode, urlToHttpOptions } from "node:url";
import punycode from "node:punycode";

test("querystring", () => {
	assert.deepStrictEqual({ ...querystring.parse("a=1&b=%20x+y&a=2&c&=d&%zz=%e4") }, { a: ["1", "2"], b: " x y", c: "", "": "d", "%zz": "\ufffd" });
	assert.strictEqual(querystring.stringify({ a: [1, "x y"], b: true, c: null, d: NaN, e: "ü&=", f: 10n }), "a=1&a=x%20y&b=true&c=&d=&e=%C3%BC%26%3D&f=10");
	assert.strictEqual(querystring.stringify({ a: "b", c: "d" }, ";", ":"), "a:b;c:d");
	assert.deepStrictEqual({ ...querystring.parse("a:b;c:d", ";", ":") }, { a: "b", c: "d" });
	assert.strictEqual(Object.keys(querystring.parse("a&b&c", null, null, { maxKeys: 2 })).length, 2);
	assert.strictEqual(querystring.escape("!'()*~ "), "!'()*~%20");
	assert.strictEqual(querystring.unescape("%41%zz"), "A%zz");
});
test("string_decoder", () => {
	const d = new StringDecoder("utf8"), euro = Buffer.from("€");
	assert.deepStrictEqual([d.write(euro.subarray(0, 1)), d.write(euro.subarray(1, 2)), d.write(euro.subarray(2)), d.end()], ["", "", "€", ""]);
	d.write(euro.subarray(0, 2));
	assert.strictEqual(d.end(), "\ufffd");
	const wide = new StringDecoder("utf16le");
	assert.deepStrictEqual([wide.write(Buffer.from([0x35, 0xd8])), wide.write(Buffer.from([0xb3])), wide.write(Buffer.from([0xdc]))], ["", "", "𝒳"]);
	const b = new StringDecoder("base64");
	assert.strictEqual(b.write(Buffer.from("ab")) + b.write(Buffer.from("cd")) + b.end(), "YWJjZA==");
	assert.strictEqual(new StringDecoder("hex").write(Buffer.from("hi")), "6869");
});
test("url as it was", () => {
	const u = url.parse("http://user:pass@Example.com:8080/p/a?x=1&y=2#h", true);
	assert.deepStrictEqual([u.protocol, u.auth, u.host, u.hostname, u.port, u.pathname, u.search, u.query.y, u.hash, u.href], ["http:", "user:pass", "example.com:8080", "example.com", "8080", "/p/a", "?x=1&y=2", "2", "#h", "http://user:pass@example.com:8080/p/a?x=1&y=2#h"]);
	assert.strictEqual(url.resolve("http://example.com/a/b", "../c"), "http://example.com/c");
	assert.strictEqual(url.format({ protocol: "https", hostname: "example.com", pathname: "/a", query: { b: 1 } }), "https://example.com/a?b=1");
	assert.strictEqual(url.format(new URL("http://u:p@example.com/a?b#c"), { auth: false, fragment: false }), "http://example.com/a?b");
});
test("files and domains", () => {
	assert.strictEqual(fileURLToPath("file:///a%20b/c"), "/a b/c");
	assert.strictEqual(fileURLToPath(new URL("file:///x")), "/x");
	assert.throws(() => fileURLToPath("http://x"), { code: "ERR_INVALID_URL_SCHEME" });
	assert.throws(() => fileURLToPath("file:///a%2fb"), { code: "ERR_INVALID_FILE_URL_PATH" });
	assert.throws(() => fileURLToPath("file://host/a"), { code: "ERR_INVALID_FILE_URL_HOST" });
	assert.strictEqual(pathToFileURL("/a b#c?d%").href, "file:///a%20b%23c%3Fd%25");
	assert.strictEqual(domainToASCII("español.com"), "xn--espaol-zwa.com");
	assert.strictEqual(domainToUnicode("xn--espaol-zwa.com"), "español.com");
	assert.deepStrictEqual([urlToHttpOptions(new URL("http://a:b@example.com:81/x?y")).auth, urlToHttpOptions(new URL("http://[::1]/")).hostname], ["a:b", "::1"]);
	assert.strictEqual(url.URL, URL);
});
test("punycode", () => {
	assert.strictEqual(punycode.toASCII("mañana.com"), "xn--maana-pta.com");
	assert.strictEqual(punycode.toUnicode("xn--maana-pta.com"), "mañana.com");
	assert.deepStrictEqual(punycode.ucs2.decode("a𝒳"), [97, 0x1d4b3]);
});
