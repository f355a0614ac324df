// package: smol-toml
import { test, expect } from "fwrun/test";
import { parse, stringify } from "smol-toml";

test("parses and writes TOML", async () => {
	expect(parse("a = 1\n[b]\nc = [true]")).toEqual({ a: 1, b: { c: [true] } });
	expect(stringify({ a: "x" }).trim()).toBe('a = "x"');
});
