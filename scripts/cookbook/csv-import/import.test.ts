import { SqlTemplate } from "fwrun";
import { app, bean, expect, it } from "fwrun/test";
import { records } from "./import";

const send = (body: string) => app.post("/contacts/import", { body, headers: { "Content-Type": "text/csv" } });
const names = () => bean(SqlTemplate).query("SELECT name FROM contacts ORDER BY email").map((row) => row.name);

it("reads pieces of any size", async () => {
  const text = '\uFEFFa,b\r\n"1,\r\n""2""",3\n,\n"",x';
  const want = [["a", "b"], ['1,\r\n"2"', "3"], ["", ""], ["", "x"]];
  for (const size of [1, 2, 3, 100]) {
    const pieces = ReadableStream.from(text.match(new RegExp(`[^]{1,${size}}`, "g"))!);
    expect(await Array.fromAsync(records(pieces))).toEqual(want);
  }
});

it("imports, and takes later names", async () => {
  const answer = await send('name,email,city\n"Lovelace, Ada",Ada@example.com,London\nEve,eve@example.com\nAda,ada@example.com,\n');
  expect(answer.json).toEqual({ imported: 3 });
  expect(names()).toEqual(["Ada", "Eve"]);
});

it("imports nothing of what has a mistake", async () => {
  const lines = Array.from({ length: 1200 }, (_, i) => `n${i},n${i}@example.com`);
  const answer = await send(["name,email", ...lines, "nobody,nowhere"].join("\n"));
  expect(answer).toHaveStatus(400);
  expect(answer.json.detail).toContain("record 1202");
  expect(names()).toEqual(["Ada", "Eve"]);
  for (const body of ["", "name\nAda", 'name,email\n"Ada,ada@example.com']) expect(await send(body)).toHaveStatus(400);
});

it("imports many", async () => {
  const lines = Array.from({ length: 1200 }, (_, i) => `n${i},n${i}@example.com`);
  expect((await send(["name,email", ...lines].join("\r\n"))).json).toEqual({ imported: 1200 });
  expect(names()).toHaveLength(1202);
});
