// package: yup
import { test, expect } from "fwrun/test";
import * as yup from "yup";

test("validates", async () => {
	const s = yup.object({ a: yup.number().required().positive() });
	expect(await s.validate({ a: "3" })).toEqual({ a: 3 });
	expect(await s.isValid({ a: -1 })).toBe(false);
});
