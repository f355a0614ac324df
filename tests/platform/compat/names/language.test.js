// names: Iterator, WeakRef, FinalizationRegistry
import { test, expect } from "fwrun/test";

test("what the language has as globals", () => {
	expect([Iterator.from([1, 2, 3]).filter(n => n > 1).map(n => n * 2).toArray(), [].values() instanceof Iterator]).toEqual([[4, 6], true]);
	const target = {}, ref = new WeakRef(target), registry = new FinalizationRegistry(() => {});
	registry.register(target, "held", target);
	expect([ref.deref() === target, registry.unregister(target), registry.unregister(target)]).toEqual([true, true, false]);
});
