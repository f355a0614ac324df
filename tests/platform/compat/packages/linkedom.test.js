// package: linkedom
import { test, expect } from "fwrun/test";
import { parseHTML } from "linkedom";

test("parses and changes a page", () => {
  const { document } = parseHTML("<ul><li class=a>1<li>2</ul>");
  document.querySelector("li.a").textContent = "<3>";
  expect([...document.querySelectorAll("li")].map((li) => li.outerHTML)).toEqual(['<li class="a">&lt;3&gt;</li>', "<li>2</li>"]);
});
