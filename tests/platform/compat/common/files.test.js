// common: File API
import { test, expect } from "fwrun/test";

test("Blob: joins parts, slices, and is read", async () => {
	const blob = new Blob(["ab", new Uint8Array([99]), new Blob(["d"])], { type: "Text/Plain" });
	expect([blob.size, blob.type, await blob.text(), await blob.slice(1, -1).text(), (await blob.arrayBuffer()).byteLength]).toEqual([4, "text/plain", "abcd", "bc", 4]);
	let text = "";
	for await (const chunk of blob.stream()) text += new TextDecoder().decode(chunk);
	expect(text).toBe("abcd");
});

test("File: is a Blob with a name and a time", async () => {
	const file = new File(["x"], "a.txt", { lastModified: 5 });
	expect([file instanceof Blob, file.name, file.lastModified, file.size, await file.text()]).toEqual([true, "a.txt", 5, 1, "x"]);
});
