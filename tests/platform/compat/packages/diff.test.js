// package: diff
import { test, expect } from "fwrun/test";
import { diffWords, createPatch } from "diff";

test("compares", async () => {
	expect(diffWords("a b", "a c").map(p => p.value).join("|")).toBe("a |b|c");
	expect(createPatch("f", "a\n", "b\n")).toContain("-a\n+b");
});
