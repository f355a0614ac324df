// package: ejs
import { test, expect } from "fwrun/test";
import ejs from "ejs";

test("renders", async () => {
	expect(ejs.render("<% for (const n of l) { %>[<%= n %>]<% } %>", { l: [1, "<"] })).toBe("[1][&lt;]");
});
