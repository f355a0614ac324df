import {
  GetMapping, HttpRestException, PathVariable, PostMapping, Principal, RequestBody, RequestMapping, ResponseEntity, RestController, RolesAllowed,
} from "fwrun";
import { NewOrder, Order, Orders } from "./orders";

@RestController
@RequestMapping("/orders")
@RolesAllowed("CUSTOMER")
export class OrderController {
  constructor(private orders: Orders) {}

  @PostMapping
  async place(@RequestBody order: NewOrder, who: Principal) {
    const id = await this.orders.place(order, who.getName());
    return ResponseEntity.created(`/orders/${id}`).withJson({ id, ...order, state: "placed" });
  }

  @GetMapping("/{id}")
  find(@PathVariable id: int, who: Principal): Order {
    const order = this.orders.find(id, who.getName());
    if (!order) throw new HttpRestException(404, `you have no order ${id}`);
    return order;
  }
}
