// names: Buffer, process, global, setImmediate, clearImmediate
import { test, expect } from "fwrun/test";

test("what Node has besides", async () => {
	expect([Buffer.from("hi").toString("hex"), typeof process.env, global === globalThis]).toEqual(["6869", "object", true]);
	const order = [];
	clearImmediate(setImmediate(() => order.push("cleared")));
	await new Promise(done => setImmediate(value => { order.push(value); done(); }, "immediate"));
	expect(order).toEqual(["immediate"]);
});
