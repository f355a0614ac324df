// package: mime-types
import { test, expect } from "fwrun/test";
import mime from "mime-types";

test("knows types", async () => {
	expect(mime.lookup("a.json")).toBe("application/json");
	expect(mime.contentType("a.html")).toBe("text/html; charset=utf-8");
});
