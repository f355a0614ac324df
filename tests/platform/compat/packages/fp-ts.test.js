// package: fp-ts
import { test, expect } from "fwrun/test";
import { pipe } from "fp-ts/function";
import * as O from "fp-ts/Option";

test("maps options", () => {
  expect(pipe(O.some(2), O.map((n) => n * 2), O.getOrElse(() => 0))).toBe(4);
});
