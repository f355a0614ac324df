package node_test

import "testing"

// TestInflatingStreams: what is written in pieces is read in blocks; each piece is done with when what it becomes was read.
func TestInflatingStreams(t *testing.T) {
	p := page(t)
	p.Eval(`globalThis.zlib = use("zlib"); globalThis.stream = use("stream");
		globalThis.long = Buffer.from("a text that is long enough. ".repeat(40000)); globalThis.coded = zlib.gzipSync(long);
		globalThis.read = made => new Promise((done, fail) => { const all = []; made.on("data", chunk => all.push(chunk)).on("error", fail).on("end",
			() => done(Buffer.concat(all))) });
		globalThis.pieces = (data, n) => { const all = []; for (let i = 0; i < data.length; i += n) all.push(data.subarray(i, i + n));
			return stream.Readable.from(all) };
		globalThis.inflated = (data, n = 7) => read(pieces(data, n).pipe(zlib.createGunzip())); 0`)
	p.Cases([][2]string{
		{`inflated(coded).then(all => all.equals(long))`, "true"},
		{`inflated(coded, 1e6).then(all => all.equals(long))`, "true"},
		{`inflated(Buffer.concat([coded, coded]), 999).then(all => all.length === 2 * long.length)`, "true"},
		{`inflated(Buffer.concat([zlib.gzipSync("hi"), Buffer.alloc(100000)]), 9).then(String)`, "hi"}, // what follows is ignored
		{
			`new Promise(done => { const made = zlib.createGunzip(); made.on("error", e => done(e.code)); made.write(coded.subarray(0, 30)); made.end() })`,
			"Z_BUF_ERROR",
		},
		{`new Promise(done => { const made = zlib.createGunzip(); made.on("error", e => done(e.code)); made.end() })`, "Z_BUF_ERROR"},
		{
			`new Promise(done => { const made = zlib.createGunzip(); made.on("error", e => done(e.code)); made.write("no gzip, but a text") })`,
			"Z_DATA_ERROR",
		},
		{`read(stream.Readable.from([coded.subarray(0, 300)]).pipe(zlib.createGunzip({finishFlush: ` +
			`zlib.constants.Z_SYNC_FLUSH}))).then(all => all.length > 0)`, "true"},
		// What nobody reads is not made, and what is given up is not waited for.
		{`new Promise(done => { const made = zlib.createGunzip(); let written = false;
			made.write(zlib.gzipSync(Buffer.alloc(1e7)), () => { written = true });
			made.once("data", () => { made.pause(); setImmediate(() => setImmediate(() => { made.destroy(); done(written) })) }) })`, "false"},
		{`new Promise(done => { const made = zlib.createGunzip(); made.on("close", () => done("closed")); made.write(coded, ` +
			`() => made.destroy()); made.resume() })`, "closed"},
		{`new Promise(done => { const made = zlib.createGunzip(); let all = ""; made.on("data", chunk => { all += chunk }); made.on("end", () => done(all));
			made.write(zlib.gzipSync("one "), () => { made.reset(); made.end(zlib.gzipSync("two")) }) })`, "one two"},
	})
}
