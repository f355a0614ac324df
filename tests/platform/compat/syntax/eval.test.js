// syntax: direct eval
// instead: new Function with parameters
// fails: eval sees globals
import { test, expect } from "fwrun/test";

test("sees local variables", () => { const secret = 5; expect(eval("typeof secret")).toBe("number"); });
