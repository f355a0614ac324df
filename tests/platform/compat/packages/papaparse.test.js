// package: papaparse
import { test, expect } from "fwrun/test";
import Papa from "papaparse";

test("parses and writes", async () => {
	expect(Papa.parse("a,b\n1,2", { header: true, dynamicTyping: true }).data).toEqual([{ a: 1, b: 2 }]);
	expect(Papa.unparse([{ a: "x;y", b: 1 }])).toBe("a,b\r\nx;y,1");
});
