// package: joi
import { test, expect } from "fwrun/test";
import Joi from "joi";

test("validates", async () => {
	const s = Joi.object({ a: Joi.number().min(1).required(), d: Joi.date().iso() });
	expect(s.validate({ a: 1 }).error).toBe(undefined);
	expect(s.validate({ a: 0 }).error.message).toBe('"a" must be greater than or equal to 1');
});
