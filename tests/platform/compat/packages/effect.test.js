// package: effect
import { test, expect } from "fwrun/test";
import { Effect } from "effect";

test("runs", async () => {
	expect(await Effect.runPromise(Effect.all([Effect.succeed(1), Effect.promise(async () => 2)]).pipe(Effect.map(([a, b]) => a + b)))).toBe(3);
});
