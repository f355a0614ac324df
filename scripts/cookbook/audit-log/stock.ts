import { Authenticated, GetMapping, HttpRestException, Min, PasswordEncoder, PathVariable, PutMapping, RequestBody, RestController, RolesAllowed, Service, SqlTemplate, Users } from "fwrun";
import { Audited } from "./audit";

export class NewPrice {
  @Min(0) price: int;
}

@Service
export class People extends Users {
  constructor(private passwords: PasswordEncoder) { super(); }
  async find(name: string) {
    if (name !== "ada") return null;
    return { password: await this.passwords.encode("a secret of ada's"), roles: ["CLERK"] }; // as a rule, a row of a table
  }
}

@Service
export class Stock {
  constructor(private sql: SqlTemplate) {}

  @Audited
  reprice(id: int, price: int) {
    const { affectedRows } = this.sql.update("UPDATE articles SET price = :price WHERE id = :id", { id, price });
    if (affectedRows === 0) throw new HttpRestException(404, `there is no article ${id}`);
  }
}

@RestController
@Authenticated
export class StockController {
  constructor(private stock: Stock, private sql: SqlTemplate) {}

  @PutMapping("/articles/{id}/price")
  reprice(@PathVariable id: int, @RequestBody body: NewPrice) { this.stock.reprice(id, body.price); }

  @GetMapping("/audit") @RolesAllowed("AUDITOR")
  audit() { return this.sql.query("SELECT at, who, action, detail FROM audit ORDER BY id DESC LIMIT 100"); }
}
