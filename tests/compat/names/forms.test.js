// names: Blob, File, FormData
import { test, expect } from "fwrun/test";

test("files and forms", async () => {
	const form = new FormData();
	form.append("a", "1");
	form.append("f", new File(["hi"], "f.txt", { type: "text/plain" }));
	const back = await new Response(form).formData();
	expect([back.get("a"), back.get("f").name, await back.get("f").text(), new Blob(["abc"]).slice(1).size]).toEqual(["1", "f.txt", "hi", 2]);
});
