import { app, expect, it } from "fwrun/test";
import { localeOf } from "./translator.js";

const cart = (language, count) => app.get("/cart", { query: { name: "Ada", count }, headers: { "Accept-Language": language } });

it("speaks the language of its reader", async () => {
  expect((await cart("de-AT, en;q=0.8", 1)).json).toEqual({ greeting: "Guten Tag, Ada", cart: "1 Buch im Korb", total: "€\u00a01.234,50", due: "fällig 1. März 2026" });
  const english = await cart("fr, en-GB;q=0.5", 2);
  expect(english.json).toEqual({ greeting: "Good day, Ada", cart: "2 books in your cart", total: "€2,469.00", due: "due 1 March 2026" });
  expect(english.headers.get("Content-Language")).toBe("en-GB");
});

it.each([[1, "1 książka"], [3, "3 książki"], [5, "5 książek"], [22, "22 książki"]])("counts %d in Polish", async (count, words) => {
  const { json } = await cart("pl", count);
  expect(json.cart).toBe(`${words} w koszyku`);
  expect(json.due).toBe("due 1 marca 2026"); // not translated yet
});

it.each([[null, "en"], ["", "en"], ["*", "en"], ["de;q=0, en", "en"], ["en;q=0.1, de;q=0.9", "de"], ["__proto__, constructor", "en"]])("reads %s", (header, locale) => {
  expect(localeOf(header)).toBe(locale);
});
