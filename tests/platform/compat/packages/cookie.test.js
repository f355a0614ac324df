// package: cookie
import { test, expect } from "fwrun/test";
import * as cookie from "cookie";

test("parses", async () => {
	const parse = cookie.parse ?? cookie.parseCookie;
	expect(parse("a=1; b=x%20y").b).toBe("x y");
});
