// package: mustache
import { test, expect } from "fwrun/test";
import Mustache from "mustache";

test("renders", async () => {
	expect(Mustache.render("{{#l}}{{.}},{{/l}}{{{h}}}", { l: [1, 2], h: "<b>" })).toBe("1,2,<b>");
});
