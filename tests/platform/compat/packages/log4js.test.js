// package: log4js
// instead: the bean Logger
import { test, expect } from "fwrun/test";
import { readFileSync, rmSync } from "node:fs";
import log4js from "log4js";

test("writes to a file", async () => {
	rmSync("data/log4js.log", { force: true });
	log4js.configure({
		appenders: { file: { type: "file", filename: "data/log4js.log", layout: { type: "messagePassThrough" } } },
		categories: { default: { appenders: ["file"], level: "info" } },
	});
	log4js.getLogger().info("hi");
	await new Promise(done => log4js.shutdown(done));
	expect(readFileSync("data/log4js.log", "utf8")).toBe("hi\n");
});
