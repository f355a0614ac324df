// package: markdown-it
import { test, expect } from "fwrun/test";
import MarkdownIt from "markdown-it";

test("renders Markdown", async () => {
	expect(new MarkdownIt({ linkify: true }).render("**b** http://example.com").trim()).toBe('<p><strong>b</strong> <a href="http://example.com">http://example.com</a></p>');
});
