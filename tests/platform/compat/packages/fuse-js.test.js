// package: fuse.js
import { test, expect } from "fwrun/test";
import Fuse from "fuse.js";

test("searches", async () => {
	expect(new Fuse([{ t: "Old Man" }, { t: "War" }], { keys: ["t"] }).search("man")[0].item.t).toBe("Old Man");
});
