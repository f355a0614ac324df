// package: uuid
import { test, expect } from "fwrun/test";
import { v4, v5, v7, validate } from "uuid";

test("makes ids", async () => {
	expect(validate(v4()) && validate(v7())).toBe(true);
	expect(v5("example.com", v5.DNS)).toBe("cfbff0d1-9375-5685-968c-48ce8b15ae17");
});
