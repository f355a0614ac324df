// package: chalk
import { test, expect } from "fwrun/test";
import chalk from "chalk";

test("paints", async () => {
	expect(chalk.red("x")).toContain("x");
});
