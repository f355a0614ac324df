// module: buffer
// differs: pools are not shared: allocUnsafe and from have an ArrayBuffer each; a text of more than 64 Mi characters is refused
import test from "node:test";
import assert from "node:assert";
import { Buffer, isUtf8, isAscii, transcode, constants, kMaxLength, SlowBuffer } from "node:buffer";
import { inspect } from "node:util";

const encodings = ["utf8", "hex", "base64", "base64url", "latin1", "binary", "ascii", "ucs2", "utf16le"];

test("texts in every encoding", () => {
	const text = "hé€𝒳\u0000ÿ";
	const hex = {
		utf8: "68c3a9e282acf09d92b300c3bf", latin1: "68e9ac35b300ff", binary: "68e9ac35b300ff", ascii: "68e9ac35b300ff", ucs2: "6800e900ac2035d8b3dc0000ff00", utf16le: "6800e900ac2035d8b3dc0000ff00",
	};
	for (const [encoding, expected] of Object.entries(hex)) {
		if (encoding === "latin1" || encoding === "binary" || encoding === "ascii") assert.strictEqual(Buffer.from(text, encoding).toString("hex"), "68e9ac35b300ff");
		else assert.strictEqual(Buffer.from(text, encoding).toString("hex"), expected, encoding);
	}
	const bytes = Buffer.from([0, 1, 2, 127, 128, 200, 254, 255, 104, 105]);
	for (const encoding of encodings) if (encoding !== "ascii" && encoding !== "utf8") assert.deepStrictEqual([...Buffer.from(bytes.toString(encoding), encoding)], [...bytes], encoding);
	assert.strictEqual(bytes.toString("ascii"), "\u0000\u0001\u0002\u007f\u0000H~\u007fhi");
	assert.strictEqual(bytes.toString(), "\u0000\u0001\u0002\u007f\ufffd\ufffd\ufffd\ufffdhi");
	assert.strictEqual(bytes.toString("base64"), "AAECf4DI/v9oaQ==");
	assert.strictEqual(bytes.toString("base64url"), "AAECf4DI_v9oaQ");
	assert.strictEqual(bytes.toString("UTF-8", 8), "hi");
	assert.strictEqual(bytes.toString("hex", -3, 2), "0001");
	assert.strictEqual(bytes.toString("hex", 5, 3), "");
	assert.throws(() => bytes.toString("nope"), { code: "ERR_UNKNOWN_ENCODING", name: "TypeError" });
	assert.deepStrictEqual([...Buffer.from([0xe2, 0x82, 0x41, 0xf0, 0x9d, 0x92]).toString()].map(c => c.codePointAt(0)), [0xfffd, 0x41, 0xfffd]);
});
test("what is not well formed", () => {
	assert.strictEqual(Buffer.from("abxxcd", "hex").length, 1);
	assert.strictEqual(Buffer.from("abc", "hex").toString("hex"), "ab");
	assert.strictEqual(Buffer.from("aGk=\n aGk", "base64").toString(), "hi");
	assert.strictEqual(Buffer.from("a-_/+", "base64").toString("hex"), Buffer.from("a+//+", "base64").toString("hex"));
	assert.strictEqual(Buffer.from("a", "base64").length, 0);
	assert.strictEqual(Buffer.from("\ud800x").toString("hex"), "efbfbd78");
	assert.strictEqual(Buffer.byteLength("\ud800x"), 4);
	assert.strictEqual(Buffer.byteLength("aGk=", "base64"), 2);
	assert.strictEqual(Buffer.byteLength("abcd", "hex"), 2);
	assert.strictEqual(Buffer.byteLength("é", "latin1"), 1);
	assert.strictEqual(Buffer.byteLength(new ArrayBuffer(3)), 3);
	assert.throws(() => Buffer.byteLength(3), { code: "ERR_INVALID_ARG_TYPE" });
});
test("from and alloc", () => {
	const memory = new ArrayBuffer(8);
	const part = Buffer.from(memory, 2, 3);
	part[0] = 7;
	assert.deepStrictEqual([...new Uint8Array(memory)], [0, 0, 7, 0, 0, 0, 0, 0]);
	assert.strictEqual(part.byteOffset, 2);
	assert.strictEqual(part.buffer, memory);
	assert.throws(() => Buffer.from(memory, 9), { code: "ERR_BUFFER_OUT_OF_BOUNDS" });
	assert.throws(() => Buffer.from(5), { code: "ERR_INVALID_ARG_TYPE" });
	assert.throws(() => Buffer.from(null), { code: "ERR_INVALID_ARG_TYPE" });
	assert.throws(() => Buffer.alloc(-1), { code: "ERR_OUT_OF_RANGE" });
	assert.throws(() => Buffer.alloc("5"), { code: "ERR_INVALID_ARG_TYPE" });
	assert.deepStrictEqual([...Buffer.from(new Uint16Array([1, 258]))], [1, 2]);
	assert.deepStrictEqual([...Buffer.from({ length: 2, 0: 5, 1: 6 })], [5, 6]);
	assert.deepStrictEqual([...Buffer.from(new String("hi"))], [104, 105]);
	assert.deepStrictEqual([...Buffer.from(JSON.parse(JSON.stringify(Buffer.from("hi"))))], [104, 105]);
	assert.deepStrictEqual([...Buffer.from([1.9, -1, 300, "3"])], [1, 255, 44, 3]);
	assert.strictEqual(Buffer.alloc(5, "ab").toString(), "ababa");
	assert.strictEqual(Buffer.alloc(4, "6162", "hex").toString(), "abab");
	assert.strictEqual(Buffer.alloc(3, 257)[0], 1);
	assert.strictEqual(Buffer.allocUnsafe(3).length, 3);
	assert.strictEqual(Buffer.allocUnsafeSlow(3).length, 3);
	assert.strictEqual(Buffer.of(1, 2).length, 2);
	const copy = Buffer.from(Buffer.from("abc"));
	copy[0] = 120;
	assert.strictEqual(copy.toString(), "xbc");
	assert.strictEqual(Buffer.copyBytesFrom(new Uint16Array([1, 2]), 1).toString("hex"), "0200");
	assert.strictEqual(typeof SlowBuffer, "function");
	assert.ok(constants.MAX_LENGTH > 2 ** 30 && kMaxLength === constants.MAX_LENGTH);
});
test("integers and floats of every size", () => {
	const b = Buffer.alloc(16);
	const round = (kind, value, ...rest) => {
		assert.ok(b[`write${kind}`](value, 1, ...rest) > 1, kind);
		assert.strictEqual(b[`read${kind}`](1, ...rest), value, kind);
	};
	for (const end of ["LE", "BE"]) {
		for (const value of [0, 1, 65535]) round(`UInt16${end}`, value);
		for (const value of [0, -1, 32767, -32768]) round(`Int16${end}`, value);
		for (const value of [0, 1, 4294967295]) round(`UInt32${end}`, value);
		for (const value of [-1, 2147483647, -2147483648]) round(`Int32${end}`, value);
		for (const value of [0n, 1n, 2n ** 64n - 1n]) round(`BigUInt64${end}`, value);
		for (const value of [-1n, 2n ** 63n - 1n, -(2n ** 63n)]) round(`BigInt64${end}`, value);
		for (const value of [1.5, -0.25, Infinity]) round(`Float${end}`, value);
		for (const value of [Math.PI, -1e300, NaN]) round(`Double${end}`, value);
		for (let size = 1; size <= 6; size++) {
			round(`UInt${end}`, 2 ** (8 * size) - 1, size);
			round(`Int${end}`, -(2 ** (8 * size - 1)), size);
			round(`Int${end}`, 2 ** (8 * size - 1) - 1, size);
		}
	}
	for (const value of [0, 255]) round("UInt8", value);
	for (const value of [-128, 127]) round("Int8", value);
	b.writeUInt32BE(0x01020304, 0);
	assert.strictEqual(b.subarray(0, 4).toString("hex"), "01020304");
	assert.strictEqual(b.readUint32LE(0), 0x04030201);
	assert.strictEqual(b.readUintBE(0, 3), 0x010203);
	assert.strictEqual(b.writeDoubleLE(1), 8);
	assert.throws(() => b.writeUInt8(256), { code: "ERR_OUT_OF_RANGE", name: "RangeError" });
	assert.throws(() => b.writeInt16LE(40000, 0), { code: "ERR_OUT_OF_RANGE" });
	assert.throws(() => b.writeBigInt64LE(2n ** 63n), { code: "ERR_OUT_OF_RANGE" });
	assert.throws(() => b.readUInt32LE(13), { code: "ERR_OUT_OF_RANGE" });
	assert.throws(() => b.readUInt8("x"), { code: "ERR_INVALID_ARG_TYPE" });
	assert.throws(() => Buffer.alloc(1).readUInt16LE(0), { code: "ERR_BUFFER_OUT_OF_BOUNDS" });
});
test("slices share memory", () => {
	const whole = Buffer.from("abcdef");
	const part = whole.subarray(1, 4);
	part[0] = 66;
	assert.strictEqual(whole.toString(), "aBcdef");
	assert.strictEqual(whole.slice(-3, -1).toString(), "de");
	assert.ok(whole.slice(1) instanceof Buffer && Buffer.isBuffer(part));
	assert.strictEqual(Uint8Array.prototype.slice.call(whole, 0, 2).length, 2);
	assert.ok(whole.map(x => x) instanceof Uint8Array);
	assert.strictEqual(whole.parent, whole.buffer);
	assert.strictEqual(whole.offset, whole.byteOffset);
});
test("fill, swap, copy, write", () => {
	assert.strictEqual(Buffer.alloc(6).fill("abc", 1, 5).toString("latin1"), "\u0000abca\u0000");
	assert.strictEqual(Buffer.alloc(4).fill(Buffer.from([1, 2])).toString("hex"), "01020102");
	assert.strictEqual(Buffer.alloc(3, 1).fill("").toString("hex"), "000000");
	assert.throws(() => Buffer.alloc(2).fill("a", 0, 9), { code: "ERR_OUT_OF_RANGE" });
	assert.throws(() => Buffer.alloc(2).fill("zz", "hex"), { code: "ERR_INVALID_ARG_VALUE" });
	assert.strictEqual(Buffer.from("01020304", "hex").swap16().toString("hex"), "02010403");
	assert.strictEqual(Buffer.from("01020304", "hex").swap32().toString("hex"), "04030201");
	assert.strictEqual(Buffer.from("0102030405060708", "hex").swap64().toString("hex"), "0807060504030201");
	assert.throws(() => Buffer.alloc(3).swap16(), { code: "ERR_INVALID_BUFFER_SIZE" });
	const target = Buffer.alloc(4, "-");
	assert.strictEqual(Buffer.from("abc").copy(target, 2), 2);
	assert.strictEqual(target.toString(), "--ab");
	const overlapping = Buffer.from("abcdef");
	overlapping.copy(overlapping, 2, 0, 4);
	assert.strictEqual(overlapping.toString(), "ababcd");
	assert.strictEqual(Buffer.alloc(3).write("€€"), 3);
	assert.strictEqual(Buffer.alloc(4).write("€€"), 3);
	assert.strictEqual(Buffer.alloc(8).write("abc", 2, "utf16le"), 6);
	assert.strictEqual(Buffer.alloc(8).write("abcdef", 2, 3), 3);
	assert.throws(() => Buffer.alloc(2).write("a", 3), { code: "ERR_OUT_OF_RANGE" });
	assert.throws(() => Buffer.alloc(2).write(1), { code: "ERR_INVALID_ARG_TYPE" });
});
test("searching and comparing", () => {
	const b = Buffer.from("this is a buffer, is it");
	assert.deepStrictEqual([b.indexOf("is"), b.indexOf("is", 3), b.indexOf("is", -5), b.lastIndexOf("is"), b.lastIndexOf("is", 10), b.indexOf(97), b.indexOf(Buffer.from("buf")), b.indexOf("no"), b.indexOf("")], [2, 5, 18, 18, 5, 8, 10, -1, 0]);
	assert.deepStrictEqual([b.includes("it"), b.includes("it", 22), b.indexOf("6973", 0, "hex"), b.indexOf(99 + 256 * 2), b.lastIndexOf("this", 0)], [true, false, 2, -1, 0]);
	assert.throws(() => b.indexOf({}), { code: "ERR_INVALID_ARG_TYPE" });
	assert.deepStrictEqual([Buffer.compare(Buffer.from("a"), Buffer.from("b")), Buffer.from("b").compare(Buffer.from("a")), Buffer.from("abc").compare(Buffer.from("xabcx"), 1, 4), Buffer.from("a").equals(new Uint8Array([97]))], [-1, 1, 0, true]);
	assert.deepStrictEqual([Buffer.from("c"), Buffer.from("a"), Buffer.from("b")].sort(Buffer.compare).map(String), ["a", "b", "c"]);
	assert.throws(() => Buffer.from("a").equals("a"), { code: "ERR_INVALID_ARG_TYPE" });
});
test("concat, iterators, JSON, inspect", () => {
	assert.strictEqual(Buffer.concat([Buffer.from("ab"), new Uint8Array([99])]).toString(), "abc");
	assert.strictEqual(Buffer.concat([Buffer.from("ab")], 4).toString("hex"), "61620000");
	assert.strictEqual(Buffer.concat([Buffer.from("abc")], 2).toString(), "ab");
	assert.throws(() => Buffer.concat("x"), { code: "ERR_INVALID_ARG_TYPE" });
	assert.throws(() => Buffer.concat(["x"]), { code: "ERR_INVALID_ARG_TYPE" });
	const b = Buffer.from("ab");
	assert.deepStrictEqual([[...b.entries()], [...b.keys()], [...b.values()]], [[[0, 97], [1, 98]], [0, 1], [97, 98]]);
	assert.deepStrictEqual(b.toJSON(), { type: "Buffer", data: [97, 98] });
	assert.strictEqual(JSON.stringify({ b }), '{"b":{"type":"Buffer","data":[97,98]}}');
	assert.strictEqual(inspect(b), "<Buffer 61 62>");
	assert.strictEqual(inspect({ b: [b] }), "{ b: [ <Buffer 61 62> ] }");
	assert.strictEqual(inspect(Buffer.alloc(60)), `<Buffer ${"00 ".repeat(50)}... 10 more bytes>`);
	assert.strictEqual(String(b), "ab");
	assert.strictEqual(b + "c", "abc");
	const cloned = structuredClone(b);
	assert.ok(cloned instanceof Uint8Array && !Buffer.isBuffer(cloned));
	assert.ok(b instanceof Uint8Array && ArrayBuffer.isView(b) && Buffer.isBuffer(b) && !Buffer.isBuffer(new Uint8Array(1)));
	assert.deepStrictEqual([Buffer.isEncoding("UTF8"), Buffer.isEncoding("Base64URL"), Buffer.isEncoding("nope"), Buffer.isEncoding(undefined)], [true, true, false, false]);
	assert.strictEqual(Buffer, globalThis.Buffer);
	assert.strictEqual(Buffer.poolSize, 8192);
	assert.deepStrictEqual([isUtf8(Buffer.from("é")), isUtf8(Buffer.from([0xff])), isAscii(Buffer.from("a")), isAscii(Buffer.from("é"))], [true, false, true, false]);
	assert.strictEqual(transcode(Buffer.from("€"), "utf8", "utf16le").toString("hex"), "ac20");
});
test("a megabyte of text goes through Go", () => {
	const text = "hällo ".repeat(200_000), started = performance.now();
	assert.strictEqual(Buffer.from(text).toString(), text);
	assert.strictEqual(Buffer.from(Buffer.from(text).toString("base64"), "base64").toString("latin1").length, 1_400_000);
	assert.ok(performance.now() - started < 3000);
});
