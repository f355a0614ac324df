import { Column, Id, Repository, Table, Transient, Version, Query } from "fwrun";

/** A row with a field of every kind. */
@Table({ name: "customer_orders", naming: "snake_case" })
export class Order {
  @Id id: int | null = null;
  customerName: string;
  @Column("amount_total") total: float | null = null;
  paid: boolean = false;
  orderedAt: Date | null = null;
  tags: string[] = [];
  address: { city: string } | null = null;
  note?: string;
  @Transient shown = 0;
  @Version version: int;

  get label(): string {
    return `${this.customerName} #${this.id}`;
  }
}

/** What a query makes of some columns. */
export class Sum {
  customerName: string;
  total: float;
}

abstract class Archive<T extends object> extends Repository<T> {
  /** Inherited by every archive. */
  size(): int {
    return this.count();
  }
}

export class OrderRepository extends Archive<Order> {
  @Query("SELECT * FROM customer_orders WHERE customer_name = :name ORDER BY id")
  ofCustomer(name: string): Order[] {
    return this.result;
  }

  @Query("SELECT * FROM customer_orders WHERE id = :id")
  maybe(id: int): Order | null {
    return this.result;
  }

  @Query("SELECT id, customer_name FROM customer_orders WHERE id = :id")
  surely(id: int): Order {
    return this.result;
  }

  @Query("SELECT SUM(amount_total) FROM customer_orders")
  sum(): float {
    return this.result;
  }

  @Query("SELECT customer_name, SUM(amount_total) AS total FROM customer_orders GROUP BY customer_name ORDER BY customer_name")
  sums(): Sum[] {
    return this.result;
  }

  @Query("SELECT customer_name FROM customer_orders ORDER BY id")
  names(): string[] {
    return this.result;
  }

  @Query("SELECT paid FROM customer_orders ORDER BY id")
  payments(): boolean[] {
    return this.result;
  }

  @Query("UPDATE customer_orders SET paid = :paid WHERE id = :id")
  pay(id: int, paid: boolean): boolean {
    return this.result;
  }

  @Query("UPDATE customer_orders SET note = :note")
  noteAll(note: string | null): int {
    return this.result;
  }

  @Query("DELETE FROM customer_orders WHERE id = :id")
  async remove(id: int): Promise<void> {}

  @Query("SELECT COUNT(*) FROM customer_orders")
  async counted(): Promise<int> {
    return this.result;
  }

  @Query("UPDATE customer_orders SET customer_name = NULL")
  async broken(): Promise<int> {
    return this.result;
  }
}
