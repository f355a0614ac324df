// package: busboy
import { test, expect } from "fwrun/test";
import busboy from "busboy";

test("parses forms", async () => {
	const b = busboy({ headers: { "content-type": "multipart/form-data; boundary=x" } });
	const fields = {};
	b.on("field", (n, v) => { fields[n] = v; });
	await new Promise((ok, no) => { b.on("close", ok).on("error", no); b.end("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n"); });
	expect(fields).toEqual({ a: "1" });
});
