import {
  ApiKeys, Authenticated, Autowired, Cacheable, ConfigurationProperties, DeleteMapping, GetMapping, Logger, Max, McpTool, Min, HttpRestException, HttpStatus, HttpUploadedFile, NotBlank,
  PasswordEncoder, PathVariable, PostMapping, Principal, QueueListener, QueueTemplate, RequestBody, RequestMapping, RequestParam, RestController, Scheduled, Service, SqlTemplate, Users,
} from "fwrun";

/** What the shop is called, and how it treats customers. */
@ConfigurationProperties("shop")
export class Settings {
  /** the name over the door */
  name: string = "Tea and more";
  apiKey: string = "";
  /** orders below this many cents pay for the parcel */
  freeFrom: int = 4000;
}

export class Line {
  @NotBlank sku: string;
  /** how many parcels */
  @Min(1) @Max(99) quantity: int;
}

export class Order {
  @NotBlank customer: string;
  lines: Line[];
  gift: boolean = false;
  /** when the parcel has to be there */
  due: Date | null = null;
  size: "small" | "large" = "small";
}

@Service
export class Catalogue {
  @Autowired sql: SqlTemplate;

  @Cacheable("articles")
  async find(sku: string) { return (await this.sql.queryForList("SELECT * FROM articles WHERE sku = ?", [sku]))[0]; }

  async list(text: string) { return this.sql.queryForList("SELECT * FROM articles WHERE name LIKE ? ORDER BY sku", [`%${text}%`]); }
}

@Service
export class Mailer {
  @Autowired logger: Logger;

  @QueueListener("mails", { maxAttempts: 1 })
  async send(mail: { to: string }) {
    if (!mail.to.includes("@")) throw new Error(`${mail.to} is no address`);
    this.logger.info("mail sent", { to: mail.to });
  }
}

@Service
export class Housekeeping {
  @Autowired logger: Logger;

  @Scheduled({ cron: "0 0 3 * * *" })
  async sweep() { this.logger.info("swept"); }

  @Scheduled({ fixedRate: "1h" })
  async count() { throw new Error("the scales are broken"); }
}

@Service
export class Keys extends ApiKeys {
  async find(key: string) { return key === "k-reports" ? { name: "reports", roles: ["READER"] } : null; }
}

@Service
export class Clerks extends Users {
  @Autowired passwords: PasswordEncoder;

  async find(name: string) { return name === "zoë" ? { name, password: await this.passwords.encode("tea: green"), roles: ["CLERK"] } : null; }
}

/** What only some may see. */
@RestController
@Authenticated
@RequestMapping("/shop/till")
export class Till {
  @GetMapping("/owner") owner(who: Principal) { return { owner: who.getName() }; }
}

/** The articles, and orders of them. */
@RestController
@RequestMapping("/shop")
export class ShopController {
  @Autowired catalogue: Catalogue;
  @Autowired queues: QueueTemplate;
  @Autowired settings: Settings;
  @Autowired sql: SqlTemplate;

  /**
   * Lists articles.
   *
   * The list is sorted by number, and not cut.
   * @param text a part of the name
   */
  @GetMapping("/articles")
  async articles(@RequestParam text: string = "", @RequestParam limit: int = 20) { return (await this.catalogue.list(text)).slice(0, limit); }

  /** Finds one article by its number. */
  @McpTool({ name: "article_find", description: "Finds an article by its number", readOnly: true })
  @GetMapping("/articles/{sku}")
  async article(@PathVariable sku: string) {
    const found = await this.catalogue.find(sku);
    if (!found) throw new HttpRestException(HttpStatus.NOT_FOUND, `there is no article ${sku}`);
    return found;
  }

  /** Takes an order, and sends a mail about it. */
  @PostMapping("/orders")
  async order(@RequestBody order: Order) {
    await this.sql.update("INSERT INTO orders (customer, lines, password) VALUES (?, ?, 'hunter2')", [order.customer, order.lines.length]);
    await this.queues.send("mails", { to: order.customer });
    return { customer: order.customer, parcels: order.lines.reduce((sum, line) => sum + line.quantity, 0), gift: order.gift };
  }

  @DeleteMapping("/articles/{sku}")
  async remove(@PathVariable sku: string) { return { removed: await this.sql.update("DELETE FROM articles WHERE sku = ?", [sku]) }; }

  /** Takes a picture of an article. */
  @PostMapping("/articles/{sku}/picture")
  async picture(@PathVariable sku: string, @RequestParam picture: HttpUploadedFile, @RequestParam title: string = "") {
    return { sku, title, size: picture.getSize(), name: picture.getName() };
  }

  @GetMapping("/broken")
  async broken() { throw new Error("the till is jammed"); }
}
