// package: eta
import { test, expect } from "fwrun/test";
import { Eta } from "eta";

test("renders", async () => {
	expect(new Eta().renderString("Hi <%= it.n %>", { n: "<x>" })).toBe("Hi &lt;x&gt;");
});
