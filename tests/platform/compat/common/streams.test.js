// common: Streams and Compression
import { test, expect } from "fwrun/test";

const all = async stream => {
	const chunks = [];
	for await (const chunk of stream) chunks.push(chunk);
	return chunks;
};
const bytesOf = text => new TextEncoder().encode(text);

test("ReadableStream: from, tee, iteration, cancel", async () => {
	const [one, other] = ReadableStream.from(["a", "b"]).tee();
	expect([await all(one), await all(other)]).toEqual([["a", "b"], ["a", "b"]]);
	let why;
	await new ReadableStream({ cancel(reason) { why = reason; } }).cancel("enough");
	expect(why).toBe("enough");
});

test("ReadableStreamDefaultReader: reads chunks and locks its stream", async () => {
	const stream = new ReadableStream({ start(c) { c.enqueue(1); c.close(); } });
	const reader = stream.getReader();
	expect([reader instanceof ReadableStreamDefaultReader, stream.locked, await reader.read(), await reader.read(), await reader.closed]).toEqual([true, true, { value: 1, done: false }, { value: undefined, done: true }, undefined]);
	reader.releaseLock();
	expect(stream.locked).toBe(false);
});

test("ReadableStreamDefaultController: enqueues up to what is desired, closes, fails", async () => {
	let controller;
	const stream = new ReadableStream({ start(c) { controller = c; } }, { highWaterMark: 2 });
	expect([controller instanceof ReadableStreamDefaultController, controller.desiredSize]).toEqual([true, 2]);
	controller.enqueue("a");
	expect(controller.desiredSize).toBe(1);
	controller.error(new RangeError("broken"));
	await expect(stream.getReader().read()).rejects.toThrow(RangeError);
});

test("ReadableByteStreamController: gives bytes", async () => {
	let controller;
	const stream = new ReadableStream({ type: "bytes", start(c) { controller = c; } });
	controller.enqueue(new Uint8Array([1, 2]));
	controller.close();
	expect([controller instanceof ReadableByteStreamController, (await all(stream)).map(chunk => [...chunk])]).toEqual([true, [[1, 2]]]);
});

test("ReadableStreamBYOBReader: reads into a buffer of the caller's", async () => {
	const stream = new ReadableStream({ type: "bytes", start(c) { c.enqueue(new Uint8Array([1, 2, 3])); } });
	const reader = stream.getReader({ mode: "byob" });
	const { value } = await reader.read(new Uint8Array(2));
	expect([reader instanceof ReadableStreamBYOBReader, [...value], [...(await reader.read(new Uint8Array(4))).value]]).toEqual([true, [1, 2], [3]]);
});

test("ReadableStreamBYOBRequest: is filled by the source", async () => {
	let kind;
	const stream = new ReadableStream({ type: "bytes", pull(c) {
		const request = c.byobRequest;
		kind = request instanceof ReadableStreamBYOBRequest;
		request.view[0] = 7;
		request.respond(1);
	} });
	const { value } = await stream.getReader({ mode: "byob" }).read(new Uint8Array(4));
	expect([kind, [...value]]).toEqual([true, [7]]);
});

test("WritableStream: takes what is piped into it, and is aborted", async () => {
	const got = [];
	await ReadableStream.from(["a", "b"]).pipeTo(new WritableStream({ write(chunk) { got.push(chunk); }, close() { got.push("end"); } }));
	expect(got).toEqual(["a", "b", "end"]);
	const aborted = new WritableStream({ abort(reason) { got.push(reason); } });
	await aborted.abort("off");
	expect(got.at(-1)).toBe("off");
});

test("WritableStreamDefaultWriter: writes with back pressure", async () => {
	const got = [], stream = new WritableStream({ write(chunk) { got.push(chunk); } }, { highWaterMark: 1 });
	const writer = stream.getWriter();
	expect([writer instanceof WritableStreamDefaultWriter, writer.desiredSize, stream.locked]).toEqual([true, 1, true]);
	const written = writer.write("a");
	expect(writer.desiredSize).toBe(0);
	await written;
	await writer.ready;
	await writer.close();
	expect(got).toEqual(["a"]);
});

test("WritableStreamDefaultController: fails its stream, and has a signal", async () => {
	let controller;
	const stream = new WritableStream({ start(c) { controller = c; } });
	expect([controller instanceof WritableStreamDefaultController, controller.signal.aborted]).toEqual([true, false]);
	controller.error(new RangeError("full"));
	await expect(stream.getWriter().write("x")).rejects.toThrow(RangeError);
});

test("TransformStream: changes chunks on their way", async () => {
	const upper = new TransformStream({ transform(chunk, c) { c.enqueue(chunk.toUpperCase()); }, flush(c) { c.enqueue("!"); } });
	expect(await all(ReadableStream.from(["a", "b"]).pipeThrough(upper))).toEqual(["A", "B", "!"]);
});

test("TransformStreamDefaultController: ends a stream early", async () => {
	let kind;
	const first = new TransformStream({ transform(chunk, c) {
		kind = c instanceof TransformStreamDefaultController;
		c.enqueue(chunk);
		c.terminate();
	} });
	const read = all(first.readable), writer = first.writable.getWriter();
	await writer.write("a");
	await expect(writer.write("b")).rejects.toThrow(TypeError);
	expect([await read, kind]).toEqual([["a"], true]);
});

test("ByteLengthQueuingStrategy: counts bytes", () => {
	const strategy = new ByteLengthQueuingStrategy({ highWaterMark: 10 });
	let controller;
	new ReadableStream({ start(c) { controller = c; c.enqueue(new Uint8Array(4)); } }, strategy);
	expect([strategy.size(new Uint8Array(3)), strategy.highWaterMark, controller.desiredSize]).toEqual([3, 10, 6]);
});

test("CountQueuingStrategy: counts chunks", () => {
	const strategy = new CountQueuingStrategy({ highWaterMark: 3 });
	let controller;
	new ReadableStream({ start(c) { controller = c; c.enqueue("long"); } }, strategy);
	expect([strategy.size("anything"), controller.desiredSize]).toEqual([1, 2]);
});

test("CompressionStream: writes gzip and deflate", async () => {
	const gzip = new Blob(["hi".repeat(100)]).stream().pipeThrough(new CompressionStream("gzip"));
	const bytes = await new Response(gzip).bytes();
	expect([[...bytes.slice(0, 2)], bytes.length < 60]).toEqual([[31, 139], true]);
	expect(() => new CompressionStream("none")).toThrow(TypeError);
});

test("DecompressionStream: reads them, and refuses what is damaged", async () => {
	for (const format of ["gzip", "deflate", "deflate-raw"]) {
		expect(await new Response(new Blob(["hi"]).stream().pipeThrough(new CompressionStream(format)).pipeThrough(new DecompressionStream(format))).text()).toBe("hi");
	}
	await expect(new Response(new Blob([bytesOf("no gzip")]).stream().pipeThrough(new DecompressionStream("gzip"))).text()).rejects.toThrow(TypeError);
});
