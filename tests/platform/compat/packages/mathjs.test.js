// package: mathjs
import { test, expect } from "fwrun/test";
import { evaluate, matrix, multiply } from "mathjs";

test("evaluates", async () => {
	expect(evaluate("sqrt(3^2 + 4^2)")).toBe(5);
	expect(multiply(matrix([[1, 2], [3, 4]]), [1, 1]).toArray()).toEqual([3, 7]);
});
