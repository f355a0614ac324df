// package: immer
import { test, expect } from "fwrun/test";
import { produce } from "immer";

test("produces", async () => {
	const a = { list: [{ n: 1 }], map: { x: 1 } };
	const b = produce(a, d => { d.list.push({ n: 2 }); d.list[0].n = 5; });
	expect(b.list.length).toBe(2);
	expect(a.list[0].n).toBe(1);
	expect(a.map === b.map).toBe(true);
});
