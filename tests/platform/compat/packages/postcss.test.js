// package: postcss
import { test, expect } from "fwrun/test";
import postcss from "postcss";

test("rewrites a sheet", async () => {
  const plugin = { postcssPlugin: "x", Declaration(d) { if (d.prop === "size") d.prop = "width"; } };
  expect((await postcss([plugin]).process("a { size: 1px }", { from: undefined })).css).toBe("a { width: 1px }");
});
