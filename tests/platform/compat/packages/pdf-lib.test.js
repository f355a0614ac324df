// package: pdf-lib
import { test, expect } from "fwrun/test";
import { PDFDocument } from "pdf-lib";

test("writes and reads", async () => {
	const pdf = await PDFDocument.create();
	pdf.addPage([200, 200]).drawText("Hi", { x: 10, y: 10 });
	const bytes = await pdf.save();
	expect(String.fromCharCode(...bytes.slice(0, 5))).toBe("%PDF-");
	expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
});
