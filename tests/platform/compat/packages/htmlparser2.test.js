// package: htmlparser2
import { test, expect } from "fwrun/test";
import { parseDocument } from "htmlparser2";

test("parses HTML", async () => {
	expect(parseDocument("<a href=x>t</a>").children[0].attribs.href).toBe("x");
});
