// syntax: iterator helpers, Set methods, groupBy, toSorted, at, Object.hasOwn, Promise.withResolvers, Array.fromAsync, WeakRef, Error cause
import { test, expect } from "fwrun/test";

test("newer built-ins", async () => {
	expect([[...[1, 2, 3].values().filter(x => x > 1).map(x => x * 2)], [...new Set([1, 2]).union(new Set([3]))], Object.groupBy([1, 2, 3], x => x % 2 ? "odd" : "even").odd, [3, 1].toSorted(), "abc".at(-1), new Error("a", { cause: "b" }).cause]).toEqual([[4, 6], [1, 2, 3], [1, 3], [1, 3], "c", "b"]);
	const { promise, resolve } = Promise.withResolvers();
	resolve(5);
	expect([await promise, await Array.fromAsync([1, Promise.resolve(2)]), new WeakRef({ a: 1 }).deref() !== undefined]).toEqual([5, [1, 2], true]);
});
