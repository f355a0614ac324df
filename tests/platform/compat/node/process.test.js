// module: process, os, console, module, v8, constants, readline, readline/promises, tty
// differs: process.env has NODE_ENV and what process.env of the configuration names; exit, kill and chdir throw; os tells nothing of the machine but its processors and memory
import test from "node:test";
import assert from "node:assert";
import process, { nextTick, hrtime } from "node:process";
import os, { EOL, tmpdir } from "node:os";
import { Console } from "node:console";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, builtinModules, isBuiltin } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createInterface as withPromises } from "node:readline/promises";
import { isatty } from "node:tty";
import constants from "node:constants";
import { parseEnv } from "node:util";
import v8 from "node:v8";
import { PassThrough, Readable } from "node:stream";

test("process", async () => {
	assert.match(process.version, /^v\d+\.\d+\.\d+$/);
	assert.match(process.versions.node, /^\d+\./);
	assert.deepStrictEqual([typeof process.pid, typeof process.platform, typeof process.arch, Array.isArray(process.argv), typeof process.cwd(), process.exitCode], ["number", "string", "string", true, "string", undefined]);
	process.env.MINE = 5;
	assert.deepStrictEqual([process.env.MINE, "MINE" in process.env, process.env.NONE, delete process.env.MINE, process.env.MINE], ["5", true, undefined, true, undefined]);
	const order = [];
	await new Promise(done => {
		nextTick((a, b) => { order.push(a + b); done(); }, 1, 2);
		order.push("first");
	});
	assert.deepStrictEqual(order, ["first", 3]);
	const [seconds, nanos] = hrtime(hrtime());
	assert.ok(seconds === 0 && nanos >= 0 && typeof hrtime.bigint() === "bigint");
	assert.ok(process.memoryUsage().heapUsed > 0 && process.uptime() > 0);
	const listener = () => {};
	assert.strictEqual(process.on("exit", listener).off("exit", listener), process);
	process.once("SIGTERM", listener).removeListener("SIGTERM", listener);
	assert.throws(() => nextTick("x"), { code: "ERR_INVALID_ARG_TYPE" });
	assert.strictEqual(process, globalThis.process);
	assert.strictEqual(global, globalThis);
	assert.strictEqual(typeof process.stdout.write, "function");
	assert.strictEqual(Object.prototype.toString.call(process), "[object process]");
});
test("os", () => {
	assert.deepStrictEqual([EOL, typeof tmpdir(), typeof os.hostname(), os.endianness(), os.cpus().length > 0, os.totalmem() > 0, os.constants.signals.SIGTERM], ["\n", "string", "string", "LE", true, true, 15]);
	assert.strictEqual(constants.SIGTERM, 15);
});
test("module", () => {
	const require = createRequire(import.meta.url);
	assert.strictEqual(require("node:path").sep, "/");
	assert.throws(() => require("no-such-package-at-all"), { code: "MODULE_NOT_FOUND" });
	assert.deepStrictEqual([builtinModules.includes("fs"), isBuiltin("node:fs"), isBuiltin("nope")], [true, true, false]);
});
test("console, performance, v8, tty", () => {
	let text = "";
	const out = new Console(Object.assign(new PassThrough(), { write(chunk) { text += chunk; return true; } }));
	out.log("a %d", 1, { b: 2 });
	out.group("g");
	out.error("in");
	out.groupEnd();
	assert.strictEqual(text, "a 1 { b: 2 }\ng\n  in\n");
	assert.ok(performance.now() > 0);
	assert.ok(v8.getHeapStatistics().used_heap_size > 0);
	assert.strictEqual(isatty(99), false);
});
test("readline", async () => {
	const lines = [];
	for await (const line of createInterface({ input: Readable.from(["a\nb", "c\r\n", "d"]) })) lines.push(line);
	assert.deepStrictEqual(lines, ["a", "bc", "d"]);
	const input = new PassThrough(), output = new PassThrough();
	const ask = withPromises({ input, output });
	const answer = ask.question("name? ");
	input.write("me\n");
	assert.strictEqual(await answer, "me");
	ask.close();
	assert.strictEqual(String(output.read()), "name? ");
});
test("files of variables", () => {
	assert.throws(() => process.loadEnvFile("none.env"), { code: "ENOENT" });
	const text = '# a comment\nA=1\nexport B = two # more\r\nC="x\\ny"\nD=\'a#b\'\nE=`c`\nF="1\n2"\nG=\nnothing\n';
	assert.deepStrictEqual({ ...parseEnv(text) }, { A: "1", B: "two", C: "x\ny", D: "a#b", E: "c", F: "1\n2", G: "" });
	const folder = mkdtempSync(join(tmpdir(), "env-"));
	writeFileSync(join(folder, ".env"), "FWRUN_OF_A_FILE=from the file\nNODE_ENV=changed\n");
	const before = process.env.NODE_ENV ??= "production";
	process.loadEnvFile(join(folder, ".env"));
	assert.deepStrictEqual([process.env.FWRUN_OF_A_FILE, process.env.NODE_ENV], ["from the file", before]);
	rmSync(folder, { recursive: true });
});
