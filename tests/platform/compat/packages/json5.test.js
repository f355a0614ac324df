// package: json5
import { test, expect } from "fwrun/test";
import JSON5 from "json5";

test("parses", async () => {
	expect(JSON5.parse("{a: 1, /* c */ b: 'x',}")).toEqual({ a: 1, b: "x" });
});
