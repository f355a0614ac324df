import { ConfigurationProperties, GetMapping, HttpRestException, McpTool, PostMapping, RequestBody, RequestParam, RestController, Service } from "fwrun";
import { z } from "zod";
import { Order, Page, Shop } from "./schemas";

@ConfigurationProperties({ prefix: "shop", schema: Shop })
export class ShopSettings {
  currencies: string[] = [];
  maxLines = 0;
  label = "";
}

@RestController
export class OrderController {
  private orders: Order[] = [];
  constructor(private shop: ShopSettings) {}

  /** The type says which schema takes the body. */
  @PostMapping("/orders") add(@RequestBody order: Order): Order {
    if (order.lines.length > this.shop.maxLines) throw new HttpRestException(422, `at most ${this.shop.maxLines} lines`);
    this.orders.push(order);
    return order;
  }

  /** So does the option, whatever the parameter's type is. */
  @GetMapping("/orders") list(@RequestParam({ schema: Page }) page = 1): Order[] { return this.orders.slice(10 * (page - 1), 10 * page); }
}

@Service
export class PriceDesk {
  constructor(private shop: ShopSettings) {}

  /** Prices an article. The schema has all arguments, by the names of the parameters. */
  @McpTool({ schema: z.object({ sku: z.string(), currency: z.enum(["EUR", "CHF"]).default("EUR") }) })
  price(sku: string, currency: string): string { return `${this.shop.label} sells ${sku} for ${10 * sku.length} ${currency}`; }
}
