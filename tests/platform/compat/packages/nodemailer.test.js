// package: nodemailer
import { test, expect } from "fwrun/test";
import nodemailer from "nodemailer";

test("builds a message", async () => {
	const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
	const { message } = await transport.sendMail({ from: "a@example.com", to: "b@example.com", subject: "Hé", text: "x", attachments: [{ filename: "a.txt", content: "y" }] });
	expect(String(message)).toContain("Subject: =?UTF-8?B?SMOp?=");
});
