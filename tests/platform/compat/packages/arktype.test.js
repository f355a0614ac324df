// package: arktype
import { test, expect } from "fwrun/test";
import { type } from "arktype";

test("checks", () => {
  const User = type({ name: "string > 1", "age?": "number.integer" });
  expect(User({ name: "Ann", age: 3 })).toEqual({ name: "Ann", age: 3 });
  expect(User({ name: "A" }) instanceof type.errors).toBe(true);
});
