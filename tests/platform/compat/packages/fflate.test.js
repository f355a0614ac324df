// package: fflate
import { test, expect } from "fwrun/test";
import { gzipSync, gunzipSync, strToU8, strFromU8 } from "fflate";

test("compresses", async () => {
	expect(strFromU8(gunzipSync(gzipSync(strToU8("hi"))))).toBe("hi");
});
