// common: Encoding
import { test, expect } from "fwrun/test";

test("TextEncoder: writes UTF-8, also into a buffer", () => {
	expect([...new TextEncoder().encode("é€\ud800")]).toEqual([195, 169, 226, 130, 172, 239, 191, 189]);
	expect(new TextEncoder().encodeInto("é€", new Uint8Array(4))).toEqual({ read: 1, written: 2 });
});

test("TextDecoder: reads in pieces, of many encodings, and can be strict", () => {
	const decoder = new TextDecoder();
	expect(decoder.decode(Uint8Array.of(226, 130), { stream: true }) + decoder.decode(Uint8Array.of(172))).toBe("€");
	expect(new TextDecoder("shift_jis").decode(Uint8Array.of(0x93, 0xfa, 0x96, 0x7b))).toBe("日本");
	expect(() => new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.of(255))).toThrow(TypeError);
	expect(() => new TextDecoder("nothing")).toThrow(RangeError);
});

test("TextEncoderStream: joins surrogates over chunks", async () => {
	const bytes = await new Response(ReadableStream.from(["\ud83d", "\ude00"]).pipeThrough(new TextEncoderStream())).bytes();
	expect([...bytes]).toEqual([240, 159, 152, 128]);
});

test("TextDecoderStream: joins characters over chunks", async () => {
	let text = "";
	for await (const piece of ReadableStream.from([Uint8Array.of(226, 130), Uint8Array.of(172, 33)]).pipeThrough(new TextDecoderStream())) text += piece;
	expect(text).toBe("€!");
});
