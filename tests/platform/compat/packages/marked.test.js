// package: marked
import { test, expect } from "fwrun/test";
import { marked } from "marked";

test("renders Markdown", async () => {
	expect(marked.parse("# A\n\n- *b*\n\n| a | b |\n|---|---|\n| 1 | 2 |")).toContain("<table>");
	expect(marked.parse("# A").trim()).toBe("<h1>A</h1>");
});
