// syntax: BigInts of any size: Number(n), comparisons with numbers and texts, typed arrays, Intl
import { test, expect } from "fwrun/test";

test("convert and compare", () => {
	expect([Number(2n ** 70n), Number(2n ** 53n + 1n), Number(2n ** 53n + 3n), Number(2n ** 2000n), new Number(2n ** 64n) + 0]).toEqual([2 ** 70, 2 ** 53, 2 ** 53 + 4, Infinity, 2 ** 64]);
	expect([2n ** 70n > 1e21, 2n ** 70n == 2 ** 70, 2n ** 70n + 1n > 2 ** 70, 1n < 1.5, 2n ** 70n == "1180591620717411303424"]).toEqual([true, true, true, true, true]);
	expect([BigInt("0xfedcba98765432100"), BigInt("-118059162071741130342400"), BigInt.asIntN(64, 2n ** 70n + 5n)]).toEqual([0xfedcba98765432100n, -118059162071741130342400n, 5n]);
	expect(() => BigInt("118059162071741130342400x")).toThrow(SyntaxError);
	expect((2n ** 70n).toLocaleString("en")).toBe("1,180,591,620,717,411,303,424");
});
