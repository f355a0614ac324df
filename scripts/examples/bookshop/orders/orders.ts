import { Autowired, HttpRestException, Logger, MeterRegistry, Min, QueueListener, QueueTemplate, Service, SqlTemplate, Transactional } from "fwrun";

export class NewOrder {
  book: int;
  @Min(1) count: int;
}

export interface Order extends NewOrder {
  id: int;
  state: "placed" | "packed";
}

@Service
export class Orders {
  constructor(private sql: SqlTemplate, private queues: QueueTemplate, private log: Logger) {}

  find(id: int, customer: string): Order | null {
    return this.sql.queryForObject<Order>("SELECT id, book, count, state FROM orders WHERE id = :id AND customer = :customer", { id, customer });
  }

  /** The order, what is left of the book, and the message: all of it, or nothing. */
  @Transactional
  async place({ book, count }: NewOrder, customer: string): Promise<int> {
    const { affectedRows } = this.sql.update("UPDATE books SET stock = stock - :count WHERE id = :book AND stock >= :count", { book, count });
    if (affectedRows === 0) throw new HttpRestException(409, "there are not so many of this book");
    const row = { customer, book, count };
    const id = this.sql.update("INSERT INTO orders (customer, book, count) VALUES (:customer, :book, :count)", row).generatedKey;
    await this.queues.send("packing", { order: id });
    return id;
  }

  /** A message may come twice: the second time, the order is packed already. */
  @QueueListener("packing", { maxAttempts: 10, backoff: "5s" })
  pack({ order }: { order: int }) {
    this.sql.update("UPDATE orders SET state = 'packed' WHERE id = ?", order);
    this.log.info("packed", { order });
  }
  @Autowired meters: MeterRegistry;

  @QueueListener("packing.dead")
  failed({ order }: { order: int }) {
    this.meters.counter("orders.not.packed").increment();
    this.log.error("not packed", { order });
  }
}
