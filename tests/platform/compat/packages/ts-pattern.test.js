// package: ts-pattern
import { test, expect } from "fwrun/test";
import { match, P } from "ts-pattern";

test("matches", () => {
  const f = (v) => match(v).with({ type: "a", n: P.number.gt(3) }, ({ n }) => n).with(P.array(P.string), (s) => s.join()).otherwise(() => "none");
  expect([f({ type: "a", n: 4 }), f(["x", "y"]), f(7)]).toEqual([4, "x,y", "none"]);
});
