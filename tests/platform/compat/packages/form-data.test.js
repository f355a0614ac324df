// package: form-data
// instead: the global FormData, which it is here
import { test, expect } from "fwrun/test";
import FormDataNode from "form-data";

test("is the class of the platform", async () => {
	const f = new FormDataNode();
	f.append("a", "1");
	f.append("b", new Blob(["x"]), "b.txt");
	expect([f.get("a"), f.get("b").name, FormDataNode === FormData]).toEqual(["1", "b.txt", true]);
});
