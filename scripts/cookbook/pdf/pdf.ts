/** A page of a PDF, 595 × 842 points (A4), with the fonts that every reader has: no file is embedded, and no package needed. */
export class Pdf {
  #pages: string[] = [];
  #content = "";
  #y = 0;

  /** Adds a line of text, and a page when one is full. Characters beyond Latin-1 need a font of their own, and become "?". */
  line(text: string, { size = 11, bold = false, x = 56 } = {}) {
    if (this.#y < 56 + size) this.#turn();
    this.#y -= size * 1.4;
    const shown = [...text].map((c) => (c > "\xff" ? "?" : c < " " ? " " : c)).join("").replace(/[\\()]/g, "\\$&");
    this.#content += `BT /${bold ? "B" : "R"} ${size} Tf ${x} ${this.#y.toFixed(1)} Td (${shown}) Tj ET\n`;
    return this;
  }

  /** Adds a line over the page. */
  rule() {
    this.#content += `56 ${(this.#y - 4).toFixed(1)} m 539 ${(this.#y - 4).toFixed(1)} l S\n`;
    this.#y -= 8;
    return this;
  }

  #turn() {
    if (this.#content) this.#pages.push(this.#content);
    this.#content = "";
    this.#y = 842 - 56;
  }

  bytes(): Uint8Array {
    this.#turn();
    const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
    const objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", font("Helvetica"), font("Helvetica-Bold")];
    const kids = this.#pages.map((content) => {
      const stream = objects.push(`<< /Length ${content.length} >>\nstream\n${content}endstream`);
      const resources = "<< /Font << /R 3 0 R /B 4 0 R >> >>";
      return objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${stream} 0 R >>`);
    });
    objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((n) => `${n} 0 R`).join(" ")}] >>`;
    let file = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
    const places = objects.map((object, i) => {
      const place = file.length;
      file += `${i + 1} 0 obj\n${object}\nendobj\n`;
      return `${String(place).padStart(10, "0")} 00000 n \n`;
    });
    const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
    file += `${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
    return Uint8Array.from(file, (c) => c.charCodeAt(0)); // one byte for each character: Latin-1
  }
}
