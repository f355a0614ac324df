// package: cheerio
import { test, expect } from "fwrun/test";
import * as cheerio from "cheerio";

test("selects and changes HTML", async () => {
	const $ = cheerio.load("<ul><li class=a>1</li><li>2</li></ul>");
	expect($("li.a").text()).toBe("1");
	$("li").last().addClass("b");
	expect($("ul").html()).toBe('<li class="a">1</li><li class="b">2</li>');
});
