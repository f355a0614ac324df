// package: handlebars
import { test, expect } from "fwrun/test";
import Handlebars from "handlebars";

test("renders", async () => {
	expect(Handlebars.compile("{{#each l}}<{{this}}>{{/each}}")({ l: ["a&b", 2] })).toBe("<a&amp;b><2>");
});
