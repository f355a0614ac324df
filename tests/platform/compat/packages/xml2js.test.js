// package: xml2js
import { test, expect } from "fwrun/test";
import xml2js from "xml2js";

test("parses and writes XML", async () => {
	expect(await xml2js.parseStringPromise("<a b=\"1\"><c>2</c></a>")).toEqual({ a: { $: { b: "1" }, c: ["2"] } });
	expect(new xml2js.Builder({ headless: true }).buildObject({ a: { b: 1 } })).toContain("<b>1</b>");
});
