// package: nunjucks
import { test, expect } from "fwrun/test";
import nunjucks from "nunjucks";

test("renders", async () => {
	expect(nunjucks.renderString("{% for n in l %}{{ n | upper }}{% endfor %}", { l: ["a", "b"] })).toBe("AB");
});
