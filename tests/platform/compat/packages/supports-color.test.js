// package: supports-color
import { test, expect } from "fwrun/test";
import supportsColor from "supports-color";

test("finds no terminal", async () => {
	expect(supportsColor.stdout).toBe(false);
});
