// package: jszip
import { test, expect } from "fwrun/test";
import JSZip from "jszip";

test("writes and reads", async () => {
	const zip = new JSZip();
	zip.file("a.txt", "hi");
	const bytes = await zip.generateAsync({ type: "uint8array", compression: "DEFLATE" });
	expect(await (await JSZip.loadAsync(bytes)).file("a.txt").async("string")).toBe("hi");
});
