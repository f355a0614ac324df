// package: form-data
// instead: the global FormData
import { test, expect } from "fwrun/test";
import FormDataNode from "form-data";

test("writes a form", () => {
	const f = new FormDataNode();
	f.append("a", "1");
	f.append("b", Buffer.from("x"), { filename: "b.txt" });
	const text = f.getBuffer().toString();
	expect(f.getHeaders()["content-type"]).toBe(`multipart/form-data; boundary=${f.getBoundary()}`);
	expect(text).toContain('filename="b.txt"');
	expect(f.getLengthSync()).toBe(text.length);
});
