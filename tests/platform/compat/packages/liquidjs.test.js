// package: liquidjs
import { test, expect } from "fwrun/test";
import { Liquid } from "liquidjs";

test("renders", async () => {
	expect(await new Liquid().parseAndRender("{{ n | upcase }}{% for i in (1..3) %}{{ i }}{% endfor %}", { n: "a" })).toBe("A123");
});
