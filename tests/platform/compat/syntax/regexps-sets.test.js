// syntax: sets of several characters in regular expressions: \\p{RGI_Emoji}
import { test, expect } from "fwrun/test";

test("match", () => {
	expect(["👍🏽", "👩‍🚀", "🇩🇪", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☕", "a", "👩‍🚀🚀"].map((s) => /^\p{RGI_Emoji}$/v.test(s))).toEqual([true, true, true, true, true, true, false, false]);
	expect("a👨‍👩‍👧b👍🏽".match(/\p{RGI_Emoji}/gv)).toEqual(["👨‍👩‍👧", "👍🏽"]);
	expect([/^[\p{RGI_Emoji}--\q{🇩🇪}]$/v.test("🇩🇪"), /^[\p{Emoji_Keycap_Sequence}x]+$/v.test("1️⃣x")]).toEqual([false, true]);
});
