// names: URL, URLSearchParams
import { test, expect } from "fwrun/test";

test("parsing, searching, sorting", () => {
	const url = new URL("../b?x=1&y=%20#h", "https://user@example.com:8443/a/c/d");
	expect([url.href, url.origin, url.port, url.searchParams.get("y")]).toEqual(["https://user@example.com:8443/a/b?x=1&y=%20#h", "https://example.com:8443", "8443", " "]);
	expect([URL.canParse("no"), URL.parse("no"), new URL("http://EXÄMPLE.com").hostname]).toEqual([false, null, "xn--exmple-cua.com"]);
	const params = new URLSearchParams("b=2&a=1&b=3");
	params.sort();
	expect([String(params), params.getAll("b"), params.has("b", "3"), params.size]).toEqual(["a=1&b=2&b=3", ["2", "3"], true, 3]);
});
