// names: BroadcastChannel
import { test, expect } from "fwrun/test";

test("a message reaches the other channels of a name", async () => {
	const one = new BroadcastChannel("compat"), other = new BroadcastChannel("compat");
	const got = new Promise(done => { other.onmessage = event => done(event.data); });
	one.postMessage({ a: 1 });
	expect(await got).toEqual({ a: 1 });
	one.close();
	other.close();
});
