// syntax: async functions, generators, async generators, for await, using
import { test, expect } from "fwrun/test";

async function* count(n) { for (let i = 0; i < n; i++) yield i; }
test("run in order", async () => {
	const seen = [];
	for await (const i of count(3)) seen.push(i);
	{
		using resource = { [Symbol.dispose]() { seen.push("disposed"); } };
		await using other = { async [Symbol.asyncDispose]() { seen.push("later"); } };
	}
	expect(seen).toEqual([0, 1, 2, "later", "disposed"]);
	function* g() { const x = yield 1; return x; }
	const it = g();
	expect([it.next().value, it.next(7).value]).toEqual([1, 7]);
});
