// syntax: groups of the same name in alternatives
import { test, expect } from "fwrun/test";

test("match", () => { expect(/(?<a>x)|(?<a>y)/.exec("y").groups.a).toBe("y"); });
