import { DeleteMapping, GetMapping, PostMapping, PutMapping, RequestMapping } from "fwrun";
import { Autowired, Max, McpTool, Min, PathVariable, RequestBody, RequestParam, ResponseEntity, RestController } from "fwrun";
import { NewOrder, Order, OrderStatus } from "./order.js";
import { OrderService } from "./order-service.js";

/**
 * Orders over HTTP. What carries McpTool is a tool as well: agents are told what the comment says, and call it by a request
 * that is made inside of the process, with all that stands around it.
 */
@RestController
@RequestMapping("/orders")
export class OrderController {
  /** @type {OrderService} */
  @Autowired orders;

  /**
   * Lists orders, the newest first.
   * @param {?OrderStatus} status  only those that have come so far
   * @param {int} limit  how many at most
   * @returns {list<Order>}
   */
  @GetMapping
  @McpTool({ name: "order_list", toolset: "orders" })
  list(@RequestParam status = null, @RequestParam @Min(1) @Max(100) limit = 20) {
    return this.orders.list(status, limit);
  }

  /**
   * Finds an order by its number.
   * @param {int} id  number of the order
   * @returns {Order}
   */
  @GetMapping("/{id}")
  @McpTool({ name: "order_find", toolset: "orders" })
  find(@PathVariable id) {
    return this.orders.find(id);
  }

  /**
   * Places an order. It costs what its articles cost now.
   * @param {NewOrder} order  what is wanted
   */
  @PostMapping
  @McpTool({ name: "order_place", toolset: "orders", destructive: false, outputType: Order })
  place(@RequestBody order) {
    const placed = this.orders.place(order);
    return ResponseEntity.created(`/orders/${placed.id}`).withJson(placed);
  }

  /**
   * Cancels an order that has not been shipped. This cannot be undone.
   * @param {int} id  number of the order
   * @returns {Order}
   */
  @DeleteMapping("/{id}")
  @McpTool({ name: "order_cancel", toolset: "orders" })
  cancel(@PathVariable id) {
    return this.orders.cancel(id);
  }

  /**
   * For the warehouse, and no tool.
   * @param {int} id
   */
  @PutMapping("/{id}/shipped")
  ship(@PathVariable id) {
    return this.orders.ship(id);
  }
}
