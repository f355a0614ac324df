// package: debug
import { test, expect } from "fwrun/test";
import debug from "debug";

test("can be called", async () => {
	const log = debug("a:b");
	log("x %o", { a: 1 });
	expect(log.namespace).toBe("a:b");
});
