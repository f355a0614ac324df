// module: zlib
// differs: windowBits, memLevel and strategy are accepted and change nothing; one call makes 256 MB at most
import test from "node:test";
import assert from "node:assert";
import zlib, { gzipSync, gunzipSync, deflateSync, inflateSync, deflateRawSync, inflateRawSync, unzipSync, brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { promisify } from "node:util";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { buffer, text } from "node:stream/consumers";

const input = Buffer.from("hello ".repeat(5000));

test("at once", () => {
	for (const [pack, unpack] of [[gzipSync, gunzipSync], [deflateSync, inflateSync], [deflateRawSync, inflateRawSync], [brotliCompressSync, brotliDecompressSync], [gzipSync, unzipSync], [deflateSync, unzipSync]]) {
		const packed = pack(input);
		assert.ok(Buffer.isBuffer(packed) && packed.length < 500);
		assert.ok(unpack(packed).equals(input));
	}
	assert.strictEqual(gunzipSync(gzipSync("é")).toString(), "é");
	assert.strictEqual(inflateSync(deflateSync(new Uint16Array([1, 2]))).toString("hex"), "01000200");
	assert.ok(deflateSync(input, { level: 0 }).length > input.length);
	const dictionary = Buffer.from("hello hello");
	assert.strictEqual(inflateSync(deflateSync("hello", { dictionary }), { dictionary }).toString(), "hello");
	assert.throws(() => inflateSync(deflateSync("hello", { dictionary })), { code: "Z_NEED_DICT", errno: 2, message: "Missing dictionary" });
	assert.strictEqual(gunzipSync(Buffer.concat([gzipSync("a"), gzipSync("b")])).toString(), "ab");
	// Made by another library.
	assert.strictEqual(gunzipSync(Buffer.from("H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==", "base64")).toString(), "hello");
	assert.strictEqual(brotliDecompressSync(Buffer.from("CwKAaGVsbG8D", "base64")).toString(), "hello");
});
test("with a callback, with a promise", async () => {
	assert.ok((await promisify(zlib.gunzip)(await promisify(zlib.gzip)(input))).equals(input));
	await new Promise(done => zlib.inflate(Buffer.from("no"), error => done(assert.deepStrictEqual([error.code, error.errno, error.message], ["Z_DATA_ERROR", -3, "incorrect header check"]))));
	assert.strictEqual(typeof gzipSync("x", { info: true }).engine, "object");
});
test("streams", async () => {
	const out = [];
	await pipeline(Readable.from([input.subarray(0, 100), input.subarray(100)]), zlib.createGzip({ level: 9 }), zlib.createGunzip(), async source => { for await (const chunk of source) out.push(chunk); });
	assert.ok(Buffer.concat(out).equals(input));
	const slow = zlib.createInflate(), packed = deflateSync(input);
	for (let i = 0; i < packed.length; i += 7) slow.write(packed.subarray(i, i + 7));
	slow.end();
	assert.ok((await buffer(slow)).equals(input));
	assert.strictEqual(slow.bytesWritten, packed.length);
	const brotli = zlib.createBrotliDecompress();
	brotli.end(brotliCompressSync("hi"));
	assert.strictEqual(await text(brotli), "hi");
	assert.ok(zlib.createGzip() instanceof zlib.Gzip);
	assert.ok(zlib.Gzip() instanceof zlib.Gzip);
	const broken = zlib.createGunzip();
	broken.end("no gzip at all");
	await assert.rejects(buffer(broken), { code: "Z_DATA_ERROR" });
	const short = zlib.createGunzip();
	short.end(gzipSync(input).subarray(0, 50));
	await assert.rejects(buffer(short), { code: "Z_BUF_ERROR", message: "unexpected end of file" });
});
test("flush", async () => {
	const gzip = zlib.createGzip(), gunzip = zlib.createGunzip();
	gzip.pipe(gunzip);
	gzip.write("first");
	gzip.flush();
	assert.strictEqual(String(await new Promise(done => gunzip.once("data", done))), "first");
	gzip.end("second");
	assert.strictEqual(String(await new Promise(done => gunzip.once("data", done))), "second");
});
test("limits and mistakes", () => {
	assert.throws(() => gunzipSync(gzipSync(input), { maxOutputLength: 1000 }), { code: "ERR_BUFFER_TOO_LARGE", name: "RangeError", message: "Cannot create a Buffer larger than 1000 bytes" });
	assert.throws(() => gunzipSync(gzipSync(input).subarray(0, 60)), { code: "Z_BUF_ERROR", errno: -5 });
	assert.strictEqual(gunzipSync(gzipSync("hello").subarray(0, -4), { finishFlush: constants.Z_SYNC_FLUSH }).toString(), "hello");
	assert.throws(() => gzipSync(5), { code: "ERR_INVALID_ARG_TYPE" });
	assert.throws(() => gzipSync("x", { level: 20 }), { code: "ERR_OUT_OF_RANGE", name: "RangeError" });
	assert.throws(() => gzipSync("x", { level: "9" }), { code: "ERR_INVALID_ARG_TYPE" });
	assert.throws(() => zlib.gzip("x"), { code: "ERR_INVALID_ARG_TYPE" });
	assert.deepStrictEqual([constants.Z_BEST_COMPRESSION, zlib.codes.Z_DATA_ERROR, zlib.codes["-3"]], [9, -3, "Z_DATA_ERROR"]);
	if (zlib.crc32) assert.strictEqual(zlib.crc32("hello"), 907060870);
});
