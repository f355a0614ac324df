// package: mammoth
import { test, expect } from "fwrun/test";
import mammoth from "mammoth";
import JSZip from "jszip";

test("reads a document", async () => {
	const zip = new JSZip();
	zip.file("word/document.xml", '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Hi</w:t></w:r></w:p></w:body></w:document>');
	const { value } = await mammoth.convertToHtml({ buffer: await zip.generateAsync({ type: "nodebuffer" }) });
	expect(value).toBe("<p>Hi</p>");
});
