// package: eventemitter3
import { test, expect } from "fwrun/test";
import EventEmitter from "eventemitter3";

test("emits", async () => {
	const e = new EventEmitter();
	let got;
	e.once("x", v => { got = v; });
	e.emit("x", 1);
	expect(got).toBe(1);
});
