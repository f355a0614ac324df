// syntax: regular expressions: named groups, lookbehind, flags d g i m s u v y, Unicode properties
import { test, expect } from "fwrun/test";

test("match", () => {
	expect("2024-05".match(/(?<y>\d{4})-(?<m>\d\d)/).groups.m).toBe("05");
	expect(["a1b2".replace(/(?<=a)\d/, "x"), /\p{Lu}/u.test("É"), "aXbX".replaceAll(/x/gi, "-"), [..."a1".matchAll(/./g)].length, /b/d.exec("abc").indices[0]]).toEqual(["axb2", true, "a-b-", 2, [1, 2]]);
});
