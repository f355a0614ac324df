// package: pako
import { test, expect } from "fwrun/test";
import * as pako from "pako";

test("compresses", async () => {
	expect(new TextDecoder().decode(pako.ungzip(pako.gzip("hi")))).toBe("hi");
});
