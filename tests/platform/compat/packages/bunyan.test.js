// package: bunyan
// instead: the bean Logger
import { test, expect } from "fwrun/test";
import bunyan from "bunyan";

test("writes lines", () => {
	const lines = [];
	bunyan.createLogger({ name: "x", streams: [{ stream: { write: line => lines.push(line) } }] }).info({ a: 1 }, "hi");
	expect(JSON.parse(lines[0])).toMatchObject({ name: "x", level: 30, a: 1, msg: "hi" });
});
