// package: acorn
import { test, expect } from "fwrun/test";
import { parse } from "acorn";

test("parses a script", () => {
  const tree = parse("const { a = 1, ...b } = c?.d ?? 2n", { ecmaVersion: "latest" });
  expect(tree.body[0].declarations[0].init.operator).toBe("??");
  expect(() => parse("a b", { ecmaVersion: 2020 })).toThrow("Unexpected token (1:2)");
});
