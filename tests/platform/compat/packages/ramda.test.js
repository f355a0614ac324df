// package: ramda
import { test, expect } from "fwrun/test";
import * as R from "ramda";

test("composes", async () => {
	expect(R.pipe(R.map(R.add(1)), R.filter(R.gt(R.__, 2)), R.sum)([1, 2, 3])).toBe(7);
	expect(R.assocPath(["a", "b"], 1, {})).toEqual({ a: { b: 1 } });
});
