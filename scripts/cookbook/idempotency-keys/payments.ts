import {
  Digest, HttpRestException, Length, Min, NotBlank, PostMapping, RequestBody, RequestParam, ResponseEntity, RestController, Scheduled, Service,
  SqlTemplate,
} from "fwrun";

export class Payment {
  @NotBlank account: string;
  @Min(1) cents: int;
}

@Service
export class Answers {
  constructor(private sql: SqlTemplate, private digest: Digest) {}

  /** Does the work for the first request with a key; others with it get the answer of the first. */
  once(key: string, request: object, work: () => { status: int; body: object }) {
    const digest = this.digest.of(JSON.stringify(request));
    return this.sql.transaction(() => { // the key is kept if, and only if, the work is done; of two at a time one waits
      const kept = this.sql.queryForObject<{ digest: string; status: int; body: string }>("SELECT * FROM answers WHERE key = ?", key);
      if (kept && kept.digest !== digest) throw new HttpRestException(422, "this key belongs to another request");
      if (kept) return ResponseEntity.status(kept.status).withHeader("Idempotent-Replayed", "true").withJson(JSON.parse(kept.body));
      const { status, body } = work();
      this.sql.update("INSERT INTO answers (key, digest, status, body) VALUES (:key, :digest, :status, :body)",
        { key, digest, status, body: JSON.stringify(body) });
      return ResponseEntity.status(status).withJson(body);
    });
  }

  @Scheduled("0 0 4 * * *")
  forget() {
    return this.sql.update("DELETE FROM answers WHERE at < datetime('now', '-1 day')").affectedRows;
  }
}

@RestController
export class PaymentController {
  constructor(private sql: SqlTemplate, private answers: Answers) {}

  @PostMapping("/payments")
  pay(@RequestBody payment: Payment, @RequestParam({ name: "Idempotency-Key", source: "header" }) @Length(8, 255) key: string) {
    return this.answers.once(key, payment, () => {
      const id = this.sql.update("INSERT INTO payments (account, cents) VALUES (:account, :cents)", payment).generatedKey;
      return { status: 201, body: { id, ...payment } };
    });
  }
}
