// module: fs, fs/promises
// differs: paths lead into the folder of the application and into files.folders, others are EACCES; links name what is in their folder; no watch
import test, { after } from "node:test";
import assert from "node:assert";
import fs from "node:fs";
import { mkdtemp, readFile, writeFile, open, opendir, rm, stat, access, constants, appendFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";

const folder = fs.mkdtempSync(join(tmpdir(), "compat-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));
const at = name => join(folder, name);
const codeOf = fn => { try { fn(); } catch (error) { return error.code; } return "none"; };

test("whole files", async () => {
	fs.writeFileSync(at("a.txt"), "héllo");
	assert.strictEqual(fs.readFileSync(at("a.txt"), "utf8"), "héllo");
	assert.strictEqual(fs.readFileSync(at("a.txt")).toString("hex"), "68c3a96c6c6f");
	assert.strictEqual(fs.readFileSync(pathToFileURL(at("a.txt")), { encoding: "latin1" }).length, 6);
	fs.appendFileSync(at("a.txt"), Buffer.from("!"));
	await appendFile(at("a.txt"), "?");
	assert.strictEqual(await readFile(at("a.txt"), "utf8"), "héllo!?");
	await writeFile(at("b.txt"), new Uint8Array([104, 105]), { mode: 0o600 });
	assert.strictEqual((await stat(at("b.txt"))).mode & 0o777, 0o600);
	assert.strictEqual(await new Promise((done, fail) => fs.readFile(at("b.txt"), "utf8", (error, text) => error ? fail(error) : done(text))), "hi");
	assert.strictEqual(codeOf(() => fs.writeFileSync(at("b.txt"), "x", { flag: "wx" })), "EEXIST");
});
test("errors", async () => {
	const error = await readFile(at("none")).catch(e => e);
	assert.deepStrictEqual([error.code, error.errno, error.syscall, error.path, error.message], ["ENOENT", -2, "open", at("none"), `ENOENT: no such file or directory, open '${at("none")}'`]);
	assert.deepStrictEqual([codeOf(() => fs.readFileSync(folder)), codeOf(() => fs.readdirSync(at("a.txt"))), codeOf(() => fs.rmdirSync(folder)), codeOf(() => fs.mkdirSync(folder)), codeOf(() => fs.unlinkSync(at("none"))), codeOf(() => fs.statSync(at("a.txt/x")))], ["EISDIR", "ENOTDIR", "ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"]);
	assert.deepStrictEqual([codeOf(() => fs.readFileSync({})), codeOf(() => fs.readFileSync("a\u0000b")), codeOf(() => fs.readFile(at("a.txt"))), codeOf(() => fs.readFileSync(at("a.txt"), "nope"))], ["ERR_INVALID_ARG_TYPE", "ERR_INVALID_ARG_VALUE", "ERR_INVALID_ARG_TYPE", "ERR_INVALID_ARG_VALUE"]);
});
test("folders", async () => {
	assert.strictEqual(fs.mkdirSync(at("x/y/z"), { recursive: true }), at("x"));
	assert.strictEqual(fs.mkdirSync(at("x/y/z"), { recursive: true }), undefined);
	fs.writeFileSync(at("x/y/f.txt"), "f");
	assert.deepStrictEqual(fs.readdirSync(at("x")), ["y"]);
	assert.deepStrictEqual(fs.readdirSync(at("x"), { recursive: true }).sort(), ["y", "y/f.txt", "y/z"]);
	assert.deepStrictEqual(fs.readdirSync(at("x/y"), { withFileTypes: true }).map(e => [e.name, e.isFile(), e.isDirectory()]), [["f.txt", true, false], ["z", false, true]]);
	const names = [];
	for await (const entry of await opendir(at("x/y"))) names.push(entry.name);
	assert.deepStrictEqual(names.sort(), ["f.txt", "z"]);
	fs.cpSync(at("x"), at("copy"), { recursive: true });
	assert.strictEqual(fs.readFileSync(at("copy/y/f.txt"), "utf8"), "f");
	fs.renameSync(at("copy"), at("moved"));
	await rm(at("moved"), { recursive: true });
	assert.deepStrictEqual([fs.existsSync(at("moved")), fs.existsSync(at("x"))], [false, true]);
	assert.strictEqual(codeOf(() => fs.rmSync(at("none"))), "ENOENT");
	fs.rmSync(at("none"), { force: true });
	assert.ok((await mkdtemp(at("t-"))).startsWith(at("t-")));
});
test("stat, access, links, times", async () => {
	const s = fs.statSync(at("a.txt"));
	assert.deepStrictEqual([s.isFile(), s.isDirectory(), s.isSymbolicLink(), s.size, s.mtime instanceof Date, typeof s.mtimeMs], [true, false, false, 8, true, "number"]);
	assert.strictEqual(fs.statSync(at("none"), { throwIfNoEntry: false }), undefined);
	await access(at("a.txt"), constants.R_OK);
	await assert.rejects(access(at("none")), { code: "ENOENT" });
	fs.symlinkSync("a.txt", at("link"));
	assert.deepStrictEqual([fs.readlinkSync(at("link")), fs.lstatSync(at("link")).isSymbolicLink(), fs.readFileSync(at("link"), "utf8").length, fs.realpathSync(at("link"))], ["a.txt", true, 7, fs.realpathSync(at("a.txt"))]);
	fs.linkSync(at("a.txt"), at("hard"));
	fs.utimesSync(at("a.txt"), 1, 2);
	assert.strictEqual(fs.statSync(at("hard")).mtimeMs, 2000);
	fs.chmodSync(at("a.txt"), 0o640);
	assert.strictEqual(fs.statSync(at("a.txt")).mode & 0o777, 0o640);
	fs.truncateSync(at("a.txt"), 1);
	assert.strictEqual(fs.readFileSync(at("a.txt"), "utf8"), "h");
	fs.copyFileSync(at("a.txt"), at("c.txt"));
	assert.strictEqual(codeOf(() => fs.copyFileSync(at("a.txt"), at("c.txt"), constants.COPYFILE_EXCL)), "EEXIST");
});
test("open files", async () => {
	const fd = fs.openSync(at("o.txt"), "w+");
	assert.strictEqual(fs.writeSync(fd, "hello"), 5);
	const b = Buffer.alloc(3);
	assert.strictEqual(fs.readSync(fd, b, 0, 3, 1), 3);
	assert.deepStrictEqual([b.toString(), fs.fstatSync(fd).size], ["ell", 5]);
	fs.ftruncateSync(fd, 2);
	fs.fsyncSync(fd);
	fs.closeSync(fd);
	assert.deepStrictEqual([fs.readFileSync(at("o.txt"), "utf8"), codeOf(() => fs.closeSync(fd))], ["he", "EBADF"]);
	const handle = await open(at("o.txt"), "r+");
	await handle.write("X", 0);
	assert.strictEqual((await handle.readFile()).toString().length > 0, true);
	assert.strictEqual((await handle.stat()).size, 2);
	await handle.close();
	assert.strictEqual(fs.readFileSync(at("o.txt"), "utf8"), "Xe");
});
test("streams", async () => {
	const text = "line\n".repeat(50_000);
	await pipeline(async function* () { yield text; }, fs.createWriteStream(at("s.txt")));
	assert.strictEqual(fs.statSync(at("s.txt")).size, 250_000);
	let size = 0;
	for await (const chunk of fs.createReadStream(at("s.txt"))) size += chunk.length;
	assert.strictEqual(size, 250_000);
	let part = "";
	for await (const chunk of fs.createReadStream(at("s.txt"), { start: 3, end: 6, encoding: "utf8" })) part += chunk;
	assert.strictEqual(part, "e\nli");
	const failing = fs.createReadStream(at("none"));
	assert.strictEqual((await new Promise(done => failing.on("error", done))).code, "ENOENT");
	await pipeline(fs.createReadStream(at("o.txt")), fs.createWriteStream(at("s.txt"), { flags: "a" }));
	assert.strictEqual(fs.statSync(at("s.txt")).size, 250_002);
});
