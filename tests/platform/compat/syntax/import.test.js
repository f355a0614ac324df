// syntax: import() of a name that is only known at run time
// instead: import it at the top
// fails: all modules are compiled when the application starts; only those of Node are there later
import { test, expect } from "fwrun/test";

test("loads", async () => { const name = ["lod", "ash"].join(""); expect((await import(name)).chunk).toBeDefined(); });
