import { GetMapping, HttpRestException, HttpStatus, McpTool, PathVariable, PostMapping, RequestBody, RequestMapping, RestController } from "fwrun";

/** What somebody wants. */
export class NewOrder {
  /** @type {string} */
  title;
  /** @type {int} */
  copies = 1;
}

/** What was ordered. */
export class Order extends NewOrder {
  /** @type {int} */
  id;
}

/** Tools that are endpoints. */
@RestController
@RequestMapping("/orders")
export class Orders {
  /**
   * Find an order.
   * @param {int} id  number of the order
   * @returns {Order}
   */
  @GetMapping("/{id}")
  @McpTool({ name: "orders_find", title: "Find an order" })
  find(@PathVariable id) {
    if (id !== 7) throw new HttpRestException(HttpStatus.NOT_FOUND, `there is no order ${id}`);
    return { id, title: "Moby-Dick", copies: 2 };
  }

  /**
   * Place an order.
   * @param {NewOrder} order
   * @returns {Order}
   */
  @PostMapping
  @McpTool({ name: "orders_place" })
  place(@RequestBody order) {
    return { id: 8, title: order.title, copies: order.copies };
  }
}
