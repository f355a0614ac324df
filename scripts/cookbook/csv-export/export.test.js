import { SqlTemplate } from "fwrun";
import { app, bean, expect, it } from "fwrun/test";

const BEGIN = "id,customer,cents,note\r\n"; // without the mark, which decoders take off
const insert = (rows) => bean(SqlTemplate).batchUpdate("INSERT INTO orders (customer, cents, note) VALUES (?, ?, ?)", rows);

it("has a head, also without orders", async () => {
  const { text, bytes, headers } = await app.get("/orders.csv");
  expect(text).toBe(BEGIN);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
});

it("quotes what has to be, and disarms formulas", async () => {
  insert([["Ada", 100, null], ['O"Neil, Eve', -5, "two\nlines"], ["=1+1", 7, "@x"]]);
  expect((await app.get("/orders.csv")).text).toBe(BEGIN + '1,Ada,100,\r\n2,"O""Neil, Eve",-5,"two\nlines"\r\n3,\'=1+1,7,\'@x\r\n');
});

it("exports many", async () => {
  insert(Array.from({ length: 3000 }, (_, i) => [`customer ${i}`, i, null]));
  const lines = (await app.get("/orders.csv")).text.split("\r\n");
  expect(lines).toHaveLength(3005);
  expect(lines.at(-2)).toBe("3003,customer 2999,2999,");
});
