// package: js-yaml
import { test, expect } from "fwrun/test";
import * as yaml from "js-yaml";

test("parses and writes YAML", async () => {
	expect(yaml.load("a: [1, 2]\nb: 2001-01-01\nc: |\n  x\n").a).toEqual([1, 2]);
	expect(yaml.dump({ a: { b: [1] } })).toBe("a:\n  b:\n    - 1\n");
});
