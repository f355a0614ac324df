// names: MessageChannel, MessagePort, MessageEvent
import { test, expect } from "fwrun/test";

test("a message goes from port to port", async () => {
	const { port1, port2 } = new MessageChannel();
	const got = new Promise(done => port2.onmessage = event => done(event.data));
	port1.postMessage({ a: 1 });
	expect(await got).toEqual({ a: 1 });
	port1.close();
});
