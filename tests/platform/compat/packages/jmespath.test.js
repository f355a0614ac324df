// package: jmespath
import { test, expect } from "fwrun/test";
import jmespath from "jmespath";

test("queries", async () => {
	expect(jmespath.search({ a: [{ n: 1 }, { n: 2 }] }, "a[?n > `1`].n | [0]")).toBe(2);
});
