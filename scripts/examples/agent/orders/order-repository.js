import { Query, Repository } from "fwrun";
import { Order } from "./order.js";

/**
 * The table of orders. Whether a change is allowed is decided by the database, which sees what others do at the same time.
 * @extends {Repository<Order>}
 */
export class OrderRepository extends Repository {
  /**
   * @param {int} id
   * @returns {boolean}
   */
  @Query("UPDATE orders SET status = 'shipped' WHERE id = :id AND status <> 'cancelled'")
  ship(id) { return this.result; }

  /**
   * @param {int} id
   * @returns {boolean}
   */
  @Query("UPDATE orders SET status = 'cancelled' WHERE id = :id AND status <> 'shipped'")
  cancel(id) { return this.result; }

  /**
   * @param {int} id
   * @param {int} cents
   * @returns {boolean}
   */
  @Query("UPDATE orders SET refunded = refunded + :cents WHERE id = :id AND refunded + :cents <= cents")
  refund(id, cents) { return this.result; }

  /**
   * @param {Date} by
   * @returns {list<Order>}
   */
  @Query("SELECT * FROM orders WHERE status = 'open' AND due <= :by ORDER BY due, id")
  dueBy(by) { return this.result; }
}
