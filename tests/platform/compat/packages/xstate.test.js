// package: xstate
import { test, expect } from "fwrun/test";
import { createMachine, createActor } from "xstate";

test("changes state", async () => {
	const actor = createActor(createMachine({ initial: "a", states: { a: { on: { GO: "b" } }, b: {} } })).start();
	actor.send({ type: "GO" });
	expect(actor.getSnapshot().value).toBe("b");
});
