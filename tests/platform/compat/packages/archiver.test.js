// package: archiver
import { test, expect } from "fwrun/test";
import * as archiver from "archiver";
import { buffer } from "node:stream/consumers";

test("writes", async () => {
	const a = new archiver.ZipArchive();
	a.append("hi", { name: "a.txt" });
	a.finalize();
	expect((await buffer(a)).subarray(0, 2).toString()).toBe("PK");
});
