// package: ajv
import { test, expect } from "fwrun/test";
import Ajv from "ajv";

test("compiles a schema", async () => {
	const validate = new Ajv().compile({ type: "object", properties: { a: { type: "integer", minimum: 1 }, b: { pattern: "^[a-z]+$" } }, required: ["a"] });
	expect(validate({ a: 1, b: "x" })).toBe(true);
	expect(validate({ a: 0 })).toBe(false);
	expect(validate.errors[0].message).toBe("must be >= 1");
});
