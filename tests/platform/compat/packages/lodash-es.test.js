// package: lodash-es
import { test, expect } from "fwrun/test";
import { debounce, merge, sortBy } from "lodash-es";

test("merges, sorts, debounces", async () => {
	expect(merge({ a: { b: 1 } }, { a: { c: 2 } })).toEqual({ a: { b: 1, c: 2 } });
	expect(sortBy([{ n: 2 }, { n: 1 }], "n")[0].n).toBe(1);
	let calls = 0;
	const f = debounce(() => calls++, 5);
	f(); f();
	await new Promise(r => setTimeout(r, 30));
	expect(calls).toBe(1);
});
