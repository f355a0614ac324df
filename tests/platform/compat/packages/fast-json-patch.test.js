// package: fast-json-patch
import { test, expect } from "fwrun/test";
import { applyPatch, compare } from "fast-json-patch";

test("compares and patches", async () => {
	expect(compare({ a: 1 }, { a: 2 })).toEqual([{ op: "replace", path: "/a", value: 2 }]);
	expect(applyPatch({ a: 1 }, [{ op: "add", path: "/b", value: 2 }]).newDocument).toEqual({ a: 1, b: 2 });
});
