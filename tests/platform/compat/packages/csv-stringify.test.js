// package: csv-stringify
import { test, expect } from "fwrun/test";
import { stringify } from "csv-stringify/sync";

test("writes", async () => {
	expect(stringify([["a", "b,c"], [1, null]])).toBe("a,\"b,c\"\n1,\n");
});
