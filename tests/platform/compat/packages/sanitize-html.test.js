// package: sanitize-html
import { test, expect } from "fwrun/test";
import sanitizeHtml from "sanitize-html";

test("sanitizes", async () => {
	expect(sanitizeHtml("<b onclick=x>a</b><script>alert(1)</script>")).toBe("<b>a</b>");
});
