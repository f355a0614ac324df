// package: yaml
import { test, expect } from "fwrun/test";
import YAML from "yaml";

test("parses and keeps comments", async () => {
	expect(YAML.parse("a: &x 1\nb: *x")).toEqual({ a: 1, b: 1 });
	const doc = YAML.parseDocument("# c\na: 1");
	doc.set("a", 2);
	expect(String(doc)).toBe("# c\na: 2\n");
});
