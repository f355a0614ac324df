// module: stream, stream/promises, stream/consumers, stream/web
import test from "node:test";
import assert from "node:assert";
import { Readable, Writable, Transform, Duplex, PassThrough, pipeline as withCallback, finished as finishedLater, addAbortSignal, compose } from "node:stream";
import { pipeline, finished } from "node:stream/promises";
import { text, json, buffer, arrayBuffer } from "node:stream/consumers";

const upper = () => new Transform({ transform(chunk, encoding, done) { done(null, String(chunk).toUpperCase()); } });
const collect = out => new Writable({ write(chunk, encoding, done) { out.push(String(chunk)); setImmediate(done); } });

test("pipelines", async () => {
	const out = [];
	await pipeline(Readable.from(["a", "b", "c"]), upper(), collect(out));
	assert.deepStrictEqual(out, ["A", "B", "C"]);
	const generated = [];
	await pipeline(Readable.from(["x", "y"]), async function* (source) { for await (const chunk of source) yield chunk + chunk; }, collect(generated));
	assert.deepStrictEqual(generated, ["xx", "yy"]);
	await assert.rejects(pipeline(Readable.from(["a"]), new Transform({ transform(chunk, encoding, done) { done(new Error("no")); } }), collect([])), /no/);
	await new Promise(done => withCallback(Readable.from([]), new PassThrough(), collect([]), error => done(assert.strictEqual(error, undefined))));
});
test("reading", async () => {
	const chunks = [];
	for await (const chunk of Readable.from(["a", "b"])) chunks.push(chunk);
	assert.deepStrictEqual(chunks, ["a", "b"]);
	assert.strictEqual(await text(Readable.from(["h", "é"])), "hé");
	assert.deepStrictEqual(await json(Readable.from(['{"a":', "1}"])), { a: 1 });
	assert.strictEqual((await buffer(Readable.from([Buffer.from("ab"), Buffer.from("c")]))).toString(), "abc");
	assert.strictEqual((await arrayBuffer(Readable.from([Buffer.from("ab")]))).byteLength, 2);
	let n = 0;
	const pulled = new Readable({ read() { this.push(n < 3 ? String(n++) : null); } });
	pulled.setEncoding("utf8");
	assert.strictEqual(await text(pulled), "012");
	const objects = new Readable({ objectMode: true, read() {} });
	objects.push({ a: 1 });
	objects.push(null);
	assert.deepStrictEqual(await objects.toArray(), [{ a: 1 }]);
});
test("paused and flowing", async () => {
	const r = new Readable({ read() {} }), seen = [];
	r.push("ab");
	assert.strictEqual(r.readableFlowing, null);
	assert.strictEqual(String(r.read(1)), "a");
	r.on("data", chunk => seen.push(String(chunk)));
	r.pause();
	r.push("c");
	await new Promise(setImmediate);
	assert.deepStrictEqual(seen, []);
	r.resume();
	r.push(null);
	await finished(r);
	assert.strictEqual(seen.join(""), "bc");
});
test("helpers of readables", async () => {
	assert.deepStrictEqual(await Readable.from([1, 2, 3, 4]).filter(x => x % 2 === 0).map(async x => x * 10).toArray(), [20, 40]);
	assert.strictEqual(await Readable.from([1, 2, 3]).reduce((sum, x) => sum + x, 0), 6);
	assert.deepStrictEqual([await Readable.from([1, 2, 3]).some(x => x > 2), await Readable.from([1]).every(x => x > 2), await Readable.from([1, 2]).find(x => x > 1)], [true, false, 2]);
	assert.deepStrictEqual(await Readable.from([1, 2, 3]).drop(1).take(1).toArray(), [2]);
	assert.deepStrictEqual(await Readable.from([1, 2]).flatMap(x => [x, x]).toArray(), [1, 1, 2, 2]);
});
test("back pressure and the order of writes", async () => {
	const order = [];
	const slow = new Writable({ highWaterMark: 3, write(chunk, encoding, done) { order.push(`write ${chunk}`); setImmediate(done); }, final(done) { order.push("final"); done(); } });
	assert.deepStrictEqual([slow.write("ab"), slow.write("cd"), slow.writableLength, slow.writableNeedDrain], [true, false, 4, true]);
	slow.once("drain", () => order.push("drain"));
	await new Promise(done => slow.once("drain", done));
	slow.end("x", () => order.push("finished"));
	await finished(slow);
	assert.deepStrictEqual(order, ["write ab", "write cd", "drain", "write x", "final", "finished"]);
	const corked = [];
	const w = new Writable({ writev(chunks, done) { corked.push(chunks.map(c => String(c.chunk))); done(); } });
	w.cork();
	w.write("a");
	w.write("b");
	w.uncork();
	w.end();
	await finished(w);
	assert.deepStrictEqual(corked, [["a", "b"]]);
});
test("errors, destroy and abort", async () => {
	const r = new Readable({ read() {} });
	r.destroy(new Error("gone"));
	await assert.rejects(finished(r), /gone/);
	assert.deepStrictEqual([r.destroyed, r.errored.message], [true, "gone"]);
	const w = new Writable({ write(chunk, encoding, done) { done(); } });
	w.end();
	const late = new Promise(done => w.on("error", done));
	w.write("late");
	assert.strictEqual((await late).code, "ERR_STREAM_WRITE_AFTER_END");
	const c = new AbortController(), aborted = addAbortSignal(c.signal, new Readable({ read() {} }));
	c.abort();
	await assert.rejects(finished(aborted), { name: "AbortError" });
	await new Promise(done => finishedLater(Readable.from([]).resume(), error => done(assert.strictEqual(error ?? undefined, undefined))));
	const early = new PassThrough();
	setImmediate(() => early.destroy());
	await assert.rejects(finished(early), { code: "ERR_STREAM_PREMATURE_CLOSE" });
});
test("duplex", async () => {
	const d = new Duplex({ read() { this.push("r"); this.push(null); }, write(chunk, encoding, done) { this.seen = String(chunk); done(); } });
	d.end("w");
	assert.strictEqual(await text(d), "r");
	assert.strictEqual(d.seen, "w");
	const both = compose(async function* (source) { for await (const chunk of source) yield String(chunk).toUpperCase(); });
	both.end("x");
	assert.strictEqual(await text(both), "X");
	assert.strictEqual(await text(Duplex.from(async function* () { yield "g"; })), "g");
	function Old(options) { Transform.call(this, options); }
	Object.setPrototypeOf(Old.prototype, Transform.prototype);
	Old.prototype._transform = function (chunk, encoding, done) { done(null, `<${chunk}>`); };
	const old = new Old();
	old.end("o");
	assert.strictEqual(await text(old), "<o>");
});
