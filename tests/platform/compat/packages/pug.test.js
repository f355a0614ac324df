// package: pug
import { test, expect } from "fwrun/test";
import pug from "pug";

test("renders", async () => {
	expect(pug.render("p(class=c)= t", { c: "x", t: "<hi>" })).toBe("<p class=\"x\">&lt;hi&gt;</p>");
});
