// names: TextEncoder, TextDecoder, atob, btoa
import { test, expect } from "fwrun/test";

test("texts and bytes", () => {
	expect([...new TextEncoder().encode("é€")]).toEqual([195, 169, 226, 130, 172]);
	expect(new TextEncoder().encodeInto("é€", new Uint8Array(4))).toEqual({ read: 1, written: 2 });
	const decoder = new TextDecoder();
	expect(decoder.decode(Uint8Array.of(226, 130), { stream: true }) + decoder.decode(Uint8Array.of(172))).toBe("€");
	expect(() => new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.of(255))).toThrow(TypeError);
	expect([btoa("hé"), atob("aOk=")]).toEqual(["aOk=", "hé"]);
	expect(() => btoa("€")).toThrow("Latin");
});
