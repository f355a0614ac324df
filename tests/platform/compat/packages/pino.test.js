// package: pino
// instead: the bean Logger
import { test, expect } from "fwrun/test";
import pino from "pino";

test("writes lines", () => {
	const lines = [];
	pino({ base: null }, { write: line => lines.push(line) }).info({ a: 1 }, "hi");
	expect(JSON.parse(lines[0])).toMatchObject({ level: 30, a: 1, msg: "hi" });
});
