// package: commander
import { test, expect } from "fwrun/test";
import { Command } from "commander";

test("reads words", async () => {
	const c = new Command().option("-n, --name <name>").exitOverride();
	c.parse(["--name", "x"], { from: "user" });
	expect(c.opts().name).toBe("x");
});
