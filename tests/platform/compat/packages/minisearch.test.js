// package: minisearch
import { test, expect } from "fwrun/test";
import MiniSearch from "minisearch";

test("searches", async () => {
	const m = new MiniSearch({ fields: ["t"] });
	m.addAll([{ id: 1, t: "zen art" }, { id: 2, t: "neuromancer" }]);
	expect(m.search("zen")[0].id).toBe(1);
});
