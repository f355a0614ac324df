// package: fast-xml-parser
import { test, expect } from "fwrun/test";
import { XMLParser, XMLBuilder } from "fast-xml-parser";

test("parses and writes XML", async () => {
	expect(new XMLParser({ ignoreAttributes: false }).parse("<a b=\"1\"><c>2</c></a>")).toEqual({ a: { c: 2, "@_b": "1" } });
	expect(new XMLBuilder().build({ a: { b: 1 } })).toBe("<a><b>1</b></a>");
});
