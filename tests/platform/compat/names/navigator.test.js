// names: Navigator, navigator.language, languages, hardwareConcurrency
import { test, expect } from "fwrun/test";

test("about where it runs", () => {
	expect([navigator instanceof Navigator, navigator.language, navigator.languages.length > 0, navigator.hardwareConcurrency > 0]).toEqual([true, "en-US", true, true]);
});
