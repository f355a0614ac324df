import { Autowired, McpPrompt, McpResource, McpTool, McpToolArgumentException, Min, Service } from "fwrun";
import { Article, ArticleRepository } from "./article.js";
import { Order } from "./order.js";
import { OrderRepository } from "./order-repository.js";
import { OrderService } from "./order-service.js";

/** What there is for agents only: tools that no request leads to, resources and prompts. */
@Service
export class Desk {
  /** @type {OrderService} */
  @Autowired service;

  /** @type {OrderRepository} */
  @Autowired orders;

  /** @type {ArticleRepository} */
  @Autowired articles;

  /**
   * Lists the open orders that have to be there by a certain time, the most urgent first.
   * @param {Date} by  the time
   * @returns {list<Order>}
   */
  @McpTool({ name: "order_due", toolset: "orders", readOnly: true })
  due(by) {
    return this.orders.dueBy(by);
  }

  /**
   * Pays back what an order has cost, or a part of it. This cannot be undone.
   * @param {int} id  number of the order
   * @param {int} cents  how much
   * @returns {{refunded: int, left: int}}
   */
  @McpTool({ name: "order_refund", toolset: "refunds", rateLimit: "20/1h" })
  refund(@Min(1) id, @Min(1) cents) {
    const isDone = this.orders.refund(id, cents);
    const order = this.service.find(id);
    const left = order.cents - order.refunded;
    if (!isDone) throw new McpToolArgumentException(`cents: no more than ${left} can be paid back for order ${id}`);
    return { refunded: order.refunded, left };
  }

  /**
   * An article, and what it costs.
   * @param {string} sku
   * @returns {?Article}
   */
  @McpResource("desk://articles/{sku}", { name: "article", listMethod: "list" })
  article(sku) {
    return this.articles.findById(sku);
  }

  /** The articles that can be read. */
  list() {
    return this.articles.findAll({ sort: "sku" }).map(({ sku, name }) => ({ uri: `desk://articles/${sku}`, name: sku, title: name }));
  }

  /**
   * Writes to the customer of an order.
   * @param {string} id  number of the order
   * @param {string} about  what has happened
   */
  @McpPrompt({ name: "write_to_customer", title: "Write to a customer" })
  letter(id, about = "it is on its way") {
    return `Look up order ${id} and write a short, friendly email to its customer. Say that ${about}.`;
  }
}
