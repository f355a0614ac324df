// package: neverthrow
import { test, expect } from "fwrun/test";
import { err, ok, ResultAsync } from "neverthrow";

test("chains results", async () => {
  const half = (n) => (n % 2 === 0 ? ok(n / 2) : err(`${n} is odd`));
  expect(ok(8).andThen(half).andThen(half).unwrapOr(0)).toBe(2);
  expect(ok(6).andThen(half).andThen(half)._unsafeUnwrapErr()).toBe("3 is odd");
  expect((await ResultAsync.fromPromise(Promise.reject(new Error("down")), (e) => e.message)).isErr()).toBe(true);
});
