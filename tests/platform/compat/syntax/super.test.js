// syntax: super in an async generator method
// instead: a method that calls it, called by the generator
// fails: async generators are compiled down
import { test, expect } from "fwrun/test";

class A { async *g() { yield 1; } }
class B extends A { async *g() { yield* super.g(); } }
test("runs", async () => { for await (const x of new B().g()) expect(x).toBe(1); });
