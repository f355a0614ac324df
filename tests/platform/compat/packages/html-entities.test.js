// package: html-entities
import { test, expect } from "fwrun/test";
import { decode, encode } from "html-entities";

test("encodes and decodes", async () => {
	expect(decode("&lt;&eacute;&#x1F600;")).toBe("<é😀");
	expect(encode("<é>", { mode: "nonAscii" })).toBe("&lt;&eacute;&gt;");
});
