// names: ReadableStream, WritableStream, TransformStream, their readers, writers and controllers, ByteLengthQueuingStrategy, CountQueuingStrategy, TextEncoderStream, TextDecoderStream, CompressionStream, DecompressionStream
import { test, expect } from "fwrun/test";

test("pipes, readers, compression", async () => {
	const source = new ReadableStream({ start(c) { c.enqueue("a"); c.enqueue("b"); c.close(); } });
	const upper = new TransformStream({ transform(chunk, c) { c.enqueue(chunk.toUpperCase()); } });
	let out = "";
	for await (const chunk of source.pipeThrough(upper)) out += chunk;
	expect(out).toBe("AB");
	expect(await new Response(new Blob(["hi"]).stream().pipeThrough(new CompressionStream("gzip")).pipeThrough(new DecompressionStream("gzip"))).text()).toBe("hi");
	const [one, other] = new Response("x").body.tee();
	expect(await new Response(one).text() + await new Response(other).text()).toBe("xx");
});
