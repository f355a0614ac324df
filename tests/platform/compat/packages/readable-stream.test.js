// package: readable-stream
import { test, expect } from "fwrun/test";
import { Readable, pipeline, Transform } from "readable-stream";

test("pipes", async () => {
	const out = [];
	await new Promise((ok, no) => pipeline(Readable.from(["a"]), new Transform({ transform(c, e, d) { out.push(String(c)); d(); } }).resume(), e => e ? no(e) : ok()));
	expect(out).toEqual(["a"]);
});
