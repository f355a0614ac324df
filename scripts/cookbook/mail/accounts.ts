import { Email, NotBlank, PostMapping, QueueTemplate, RequestBody, ResponseEntity, RestController, SqlTemplate, Transactional } from "fwrun";
import { html } from "./mailer";

export class NewAccount {
  @Email email: string;
  @NotBlank name: string;
}

@RestController
export class Accounts {
  constructor(private sql: SqlTemplate, private queues: QueueTemplate) {}

  @PostMapping("/accounts")
  @Transactional // the mail is sent if, and only if, the account is there
  async create(@RequestBody account: NewAccount) {
    const id = this.sql.update("INSERT INTO accounts (email, name) VALUES (:email, :name)", account).generatedKey;
    await this.queues.send("mails", { to: account.email, subject: "Welcome", html: html`<p>Good day, ${account.name}!</p>` }, { id: `welcome-${id}` });
    return ResponseEntity.created(`/accounts/${id}`).build();
  }
}
