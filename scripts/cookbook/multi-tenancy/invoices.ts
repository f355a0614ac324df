import { Authenticated, GetMapping, HttpRestException, NotBlank, PathVariable, PostMapping, RequestBody, RequestMapping, RestController } from "fwrun";
import { TenantSql } from "./tenants";

export class NewInvoice {
  @NotBlank text: string;
}

export interface Invoice {
  number: int;
  text: string;
}

@RestController
@RequestMapping("/invoices")
@Authenticated
export class Invoices {
  constructor(private sql: TenantSql) {}

  @GetMapping
  list() { return this.sql.query<Invoice>("SELECT number, text FROM invoices WHERE tenant = :tenant ORDER BY number"); }

  @GetMapping("/{number}")
  find(@PathVariable number: int): Invoice {
    const [invoice] = this.sql.query<Invoice>("SELECT number, text FROM invoices WHERE tenant = :tenant AND number = :number", { number });
    if (!invoice) throw new HttpRestException(404, `there is no invoice ${number}`); // of others, too: nobody learns that it is there
    return invoice;
  }

  @PostMapping
  create(@RequestBody invoice: NewInvoice): Invoice {
    const [created] = this.sql.query<Invoice>(
      `INSERT INTO invoices (tenant, number, text)
       SELECT :tenant, coalesce(max(number), 0) + 1, :text FROM invoices WHERE tenant = :tenant RETURNING number, text`,
      { text: invoice.text },
    );
    return created;
  }
}
