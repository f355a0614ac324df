// package: form-data
// fails: it needs node:crypto
import { test, expect } from "fwrun/test";
import FormDataNode from "form-data";

test("builds forms", async () => {
	const f = new FormDataNode();
	f.append("a", "1");
	f.append("b", Buffer.from("x"), { filename: "b.txt" });
	expect(f.getBuffer().toString()).toContain('filename="b.txt"');
});
