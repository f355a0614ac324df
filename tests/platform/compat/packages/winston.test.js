// package: winston
// instead: the bean Logger
import { test, expect } from "fwrun/test";
import winston from "winston";
import { Writable } from "node:stream";

test("writes to a stream", async () => {
	const lines = [];
	const log = winston.createLogger({ transports: [new winston.transports.Stream({ stream: new Writable({ write(c, e, d) { lines.push(String(c)); d(); } }) })] });
	log.info("hi", { a: 1 });
	await new Promise(r => setTimeout(r, 5));
	expect(JSON.parse(lines[0])).toEqual({ level: "info", message: "hi", a: 1 });
});
