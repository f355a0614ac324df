// package: csv-parse
import { test, expect } from "fwrun/test";
import { parse } from "csv-parse/sync";
import { parse as stream } from "csv-parse";

test("parses at once and as a stream", async () => {
	expect(parse("a,b\n1,\"x,y\"", { columns: true })).toEqual([{ a: "1", b: "x,y" }]);
	const rows = [];
	for await (const row of stream("1,2\n3,4")) rows.push(row);
	expect(rows).toEqual([["1", "2"], ["3", "4"]]);
});
