import { HttpRestException, PostMapping, RequestBody, RestController, SqlTemplate, Transactional } from "fwrun";

/** Takes CSV (RFC 4180) apart while it arrives: a field may be in two pieces, and have quotes, commas and lines in it. */
export async function* records(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let record: string[] = [], field = "", quoted = false, closed = false;
  for await (const piece of pieces) {
    for (const c of piece) {
      if (closed && c === '"') { field += c; quoted = true; closed = false; } // "" is a quote
      else if (quoted && c === '"') { quoted = false; closed = true; }
      else if (quoted) field += c;
      else if (c === '"' && field === "") quoted = true;
      else if (c === ",") { record.push(field); field = ""; closed = false; }
      else if (c === "\n") { yield [...record, field]; record = []; field = ""; closed = false; }
      else if (c !== "\r" && c !== "\uFEFF") field += c;
      if (field.length > 10_000) throw new HttpRestException(400, "a field has 10,000 characters at most");
    }
  }
  if (quoted) throw new HttpRestException(400, "a quote is not closed");
  if (field !== "" || record.length > 0) yield [...record, field];
}

@RestController
export class Import {
  constructor(private sql: SqlTemplate) {}

  /** All of it, or, with a mistake in any line, nothing: the transaction ends with the promise. */
  @PostMapping("/contacts/import")
  @Transactional
  async import(@RequestBody body: ReadableStream<Uint8Array>) {
    let batch: { email: string; name: string }[] = [], line = 0, imported = 0;
    const flush = () => {
      this.sql.batchUpdate("INSERT INTO contacts (email, name) VALUES (:email, :name) ON CONFLICT (email) DO UPDATE SET name = excluded.name", batch);
      imported += batch.length;
      batch = [];
    };
    let at = { email: -1, name: -1 };
    for await (const record of records(body.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })))) {
      if (line++ === 0) {
        at = { email: record.indexOf("email"), name: record.indexOf("name") };
        if (at.email < 0 || at.name < 0) throw new HttpRestException(400, "the first line names the columns: email and name are needed");
        continue;
      }
      const email = record[at.email]?.trim().toLowerCase(), name = record[at.name]?.trim();
      if (!email || !name || !/^[^@\s]+@[^@\s]+$/.test(email)) throw new HttpRestException(400, `record ${line}: an address and a name are needed`);
      if (batch.push({ email, name }) === 500) flush();
    }
    if (line < 2) throw new HttpRestException(400, "there are no records");
    flush();
    return { imported };
  }
}
