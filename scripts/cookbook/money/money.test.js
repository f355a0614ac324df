import { app, expect, it } from "fwrun/test";
import { Money } from "./money.js";

const settle = (bill) => app.post("/bills", { json: { currency: "EUR", tax: "19.00", ...bill } });
const amounts = (list) => list.map((money) => money.amount);

it("adds up to the cent", async () => {
  const { json } = await settle({ amounts: ["0.10", "0.20", "9999999999999.70"], people: 3 });
  expect(json.net).toEqual({ amount: "10000000000000.00", currency: "EUR" });
  expect(json.total.amount).toBe("11900000000000.00");
  expect(amounts(json.shares)).toEqual(["3966666666666.67", "3966666666666.67", "3966666666666.66"]);
});

it("rounds halves to even", () => {
  const tax = (text) => String(Money.parse(text, "EUR").percent("5.00"));
  expect(["0.10", "0.30", "0.50", "0.11", "-0.10", "-0.30"].map(tax)).toEqual(["0.00", "0.02", "0.02", "0.01", "0.00", "-0.02"]);
});

it("knows currencies", async () => {
  expect((await settle({ currency: "JPY", amounts: ["100"], people: 3, tax: "0.00" })).json.shares.map((m) => m.amount)).toEqual(["34", "33", "33"]);
  expect((await settle({ currency: "KWD", amounts: ["0.001"], tax: "0.00" })).json.net.amount).toBe("0.001");
  for (const bill of [{ amounts: ["0.001"] }, { amounts: ["1e3"] }, { amounts: [] }, { currency: "XXX", amounts: ["1"] }]) {
    expect(await settle(bill)).toHaveStatus(400);
  }
});

it("splits what is owed", () => {
  expect(Money.parse("-1.00", "EUR").split(3).map(String)).toEqual(["-0.34", "-0.33", "-0.33"]);
});
