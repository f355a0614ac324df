// syntax: ?., ??, ??=, **, BigInt, numeric separators, destructuring, spread, labels, tagged templates
import { test, expect } from "fwrun/test";

test("values", () => {
	const o = { a: { b: null } };
	o.c ??= 1_000;
	const { c, ...rest } = o, [x, , y = 3, ...z] = [1, 2, undefined, 4, 5];
	const tag = (texts, ...values) => texts.raw.join("|") + values;
	expect([o.a?.b?.c, o.a.b ?? "none", c, rest, y, z, 2n ** 64n, 2 ** -1, tag`a\n${1}b`]).toEqual([undefined, "none", 1000, { a: { b: null } }, 3, [4, 5], 18446744073709551616n, 0.5, "a\\n|b1"]);
});
