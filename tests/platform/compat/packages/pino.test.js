// package: pino
// instead: the bean Logger; here pino is its build for browsers
import { test, expect } from "fwrun/test";
import pino from "pino";

test("writes lines", async () => {
	const lines = [];
	pino({ browser: { write: line => lines.push(line) } }).info({ a: 1 }, "hi");
	expect(lines[0]).toMatchObject({ level: 30, a: 1, msg: "hi" });
});
