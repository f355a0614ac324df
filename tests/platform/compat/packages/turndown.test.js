// package: turndown
// instead: cheerio or htmlparser2 to read HTML
import { test, expect } from "fwrun/test";
import TurndownService from "turndown";

test("converts HTML to Markdown", async () => {
	expect(new TurndownService().turndown("<h1>A</h1><p><b>x</b></p>")).toBe("A\n=\n\n**x**");
});
