// syntax: sets of several characters in regular expressions: \\p{RGI_Emoji}
// instead: list them: [\\q{…}]
// fails: the engine has no sets of several characters
import { test, expect } from "fwrun/test";

test("match", () => { expect(/^\p{RGI_Emoji}$/v.test("👍🏽")).toBe(true); });
