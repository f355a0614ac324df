// package: pdfkit
import { test, expect } from "fwrun/test";
import PDFDocument from "pdfkit";

test("writes a document", async () => {
	const document = new PDFDocument(), parts = [];
	document.on("data", part => parts.push(part));
	const ended = new Promise(done => document.on("end", done));
	document.text("hi");
	document.end();
	await ended;
	expect(Buffer.concat(parts).subarray(0, 5).toString()).toBe("%PDF-");
});
