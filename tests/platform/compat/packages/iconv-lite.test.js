// package: iconv-lite
import { test, expect } from "fwrun/test";
import iconv from "iconv-lite";

test("converts", async () => {
	expect(iconv.decode(Buffer.from([0x93, 0xfa]), "shift_jis")).toBe("日");
	expect(iconv.encode("é", "latin1")[0]).toBe(0xe9);
});
