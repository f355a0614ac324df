import { app, expect, it } from "fwrun/test";

it("is a PDF whose table leads to its objects", async () => {
  const { bytes, headers } = await app.get("/invoices/7.pdf");
  expect(headers.get("Content-Type")).toBe("application/pdf");
  const file = String.fromCharCode(...bytes);
  expect(file).toMatch(/^%PDF-1\.4\n/);
  expect(file).toContain("(1. K\xe4nnchen Tee \\(gr\xfcn\\), Gr\xf6\xdfe 1) Tj");

  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)![1]);
  expect(file.slice(table, table + 5)).toBe("xref\n");
  const places = [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((m) => Number(m[1]));
  places.forEach((place, i) => expect(file.slice(place)).toMatch(new RegExp(`^${i + 1} 0 obj\\n`)));
  for (const [, length, content] of file.matchAll(/\/Length (\d+) >>\nstream\n([^]*?)endstream/g)) expect(content).toHaveLength(Number(length));
  expect(file.match(/\/Type \/Page /g)).toHaveLength(2);
});
