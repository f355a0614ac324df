import { Email, Id, Max, Min, Size, Table } from "fwrun";

// Orders in requests, in the database and in answers. What the comments of classes and fields say, agents read.

/**
 * How far an order has come.
 * @enum {string}
 */
export const OrderStatus = { OPEN: "open", SHIPPED: "shipped", CANCELLED: "cancelled" };

/** So many of an article. */
export class OrderLine {
  /**
   * Number of the article, such as tea-1.
   * @type {string}
   */
  sku;

  /** @type {int} */
  @Min(1) @Max(99) quantity;
}

/** What somebody wants. */
export class NewOrder {
  /**
   * Email address of the customer.
   * @type {string}
   */
  @Email customer;

  /** @type {list<OrderLine>} */
  @Size(1, 20) lines;

  /**
   * When it has to be there.
   * @type {?Date}
   */
  due = null;
}

/** An order. */
@Table("orders")
export class Order extends NewOrder {
  /** @type {int} */
  @Id id;

  /** @type {OrderStatus} */
  status = OrderStatus.OPEN;

  /**
   * What it costs.
   * @type {int}
   */
  cents = 0;

  /**
   * How much of that has been paid back.
   * @type {int}
   */
  refunded = 0;
}
