import {
  CheckViolation, HttpRestException, Min, NotBlank, PostMapping, QueueListener, QueueTemplate, RequestBody, ResponseEntity, RestController,
  Service, SqlTemplate, Transactional,
} from "fwrun";

export class NewOrder {
  @NotBlank sku: string;
  @Min(1) count: int;
}

@Service
export class Orders {
  constructor(private sql: SqlTemplate, private queues: QueueTemplate) {}

  /** The order, its message and what is left: all of it, or nothing, also if the process dies in between. */
  @Transactional
  async place({ sku, count }: NewOrder): Promise<int> {
    const id = this.sql.update("INSERT INTO orders (sku, count) VALUES (:sku, :count)", { sku, count }).generatedKey;
    await this.queues.send("invoices", { order: id }, { key: sku });
    try {
      this.sql.update("UPDATE stock SET left = left - :count WHERE sku = :sku", { sku, count });
    } catch (error) {
      if (error instanceof CheckViolation) throw new HttpRestException(409, `there are not ${count} of ${sku}`);
      throw error;
    }
    return id;
  }

  /** It may be called twice with a message, and there is one invoice all the same. */
  @QueueListener("invoices")
  write({ order }: { order: int }) { this.sql.update("INSERT INTO invoices (order_id) VALUES (?) ON CONFLICT DO NOTHING", [order]); }
}

@RestController
export class OrderController {
  constructor(private orders: Orders) {}

  @PostMapping("/orders")
  async place(@RequestBody order: NewOrder) { return ResponseEntity.created(`/orders/${await this.orders.place(order)}`).build(); }
}
