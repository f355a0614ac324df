import { Autowired, HttpRestException, HttpStatus, Service, Transactional } from "fwrun";
import { ArticleRepository } from "./article.js";
import { NewOrder, Order, OrderLine } from "./order.js";
import { OrderRepository } from "./order-repository.js";

/** The rules about orders. What they refuse is told as HTTP does, and agents read the same. */
@Service
export class OrderService {
  /** @type {OrderRepository} */
  @Autowired orders;

  /** @type {ArticleRepository} */
  @Autowired articles;

  /**
   * @param {?string} status
   * @param {int} limit
   */
  list(status, limit) {
    return this.orders.findAll({ where: status ? { status } : {}, sort: "id desc", page: 0, size: limit });
  }

  /** @param {int} id */
  find(id) {
    const order = this.orders.findById(id);
    if (!order) throw new HttpRestException(HttpStatus.NOT_FOUND, `there is no order ${id}`);
    return order;
  }

  /** @param {NewOrder} wanted */
  @Transactional
  place(wanted) {
    return this.orders.insert(Object.assign(new Order(), wanted, { cents: this.price(wanted.lines) }));
  }

  /** @param {int} id */
  @Transactional
  ship(id) {
    if (!this.orders.ship(id)) this.refuse(id, "shipped");
    return this.find(id);
  }

  /** @param {int} id */
  @Transactional
  cancel(id) {
    if (!this.orders.cancel(id)) this.refuse(id, "cancelled");
    return this.find(id);
  }

  /** @param {list<OrderLine>} lines */
  price(lines) {
    let cents = 0;
    for (const { sku, quantity } of lines) {
      const article = this.articles.findById(sku);
      if (!article) throw new HttpRestException(HttpStatus.UNPROCESSABLE_ENTITY, `there is no article ${sku}`);
      cents += quantity * article.cents;
    }
    return cents;
  }

  /**
   * @param {int} id
   * @param {string} what
   */
  refuse(id, what) {
    throw new HttpRestException(HttpStatus.CONFLICT, `order ${id} is ${this.find(id).status}, and cannot be ${what}`);
  }
}
