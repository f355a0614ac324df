// package: i18next
import { test, expect } from "fwrun/test";
import i18next from "i18next";

test("translates, with plurals", async () => {
	const i = i18next.createInstance();
	await i.init({ lng: "de", resources: { de: { translation: { n_one: "{{count}} Ding", n_other: "{{count}} Dinge" } } } });
	expect(i.t("n", { count: 2 })).toBe("2 Dinge");
	expect(i.t("n", { count: 1 })).toBe("1 Ding");
});
