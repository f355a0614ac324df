// package: qrcode
import { test, expect } from "fwrun/test";
import QRCode from "qrcode";

test("makes SVG", async () => {
	expect(await QRCode.toString("hi", { type: "svg" })).toContain("<svg");
});
