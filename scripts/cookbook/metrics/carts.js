import {
  Autowired, HttpRestException, MeterRegistry, Min, PathVariable, PostConstruct, PostMapping, RequestBody, RestController, Service, SqlTemplate,
  Timed,
} from "fwrun";

export class NewCart {
  /** @type {int} */ @Min(1) cents;
}

@Service
export class Carts {
  /** @type {SqlTemplate} */ @Autowired sql;
  /** @type {MeterRegistry} */ @Autowired meters;

  /** What the database knows is asked when somebody looks, so that it is right after a restart, too. */
  @PostConstruct
  measure() { this.meters.gauge("carts.open", () => this.sql.queryForScalar("SELECT count(*) FROM carts WHERE NOT paid")); }

  /** @param {NewCart} cart */
  create({ cents }) { return this.sql.update("INSERT INTO carts (cents) VALUES (?)", cents).generatedKey; }

  /** @param {int} id  @param {"card" | "cash"} how */
  @Timed("carts.pay")
  pay(id, how) {
    const [cart] = this.sql.query("UPDATE carts SET paid = TRUE WHERE id = ? AND NOT paid RETURNING cents", id);
    if (!cart) throw new HttpRestException(404, `there is no open cart ${id}`);
    this.meters.counter("carts.paid", { how }).increment(); // tags have few values: never an id
    this.meters.counter("carts.revenue.cents", { how }).increment(cart.cents);
    this.meters.histogram("carts.size.cents").record(cart.cents);
  }
}

@RestController
export class CartController {
  /** @type {Carts} */ @Autowired carts;

  /** @param {NewCart} cart */
  @PostMapping("/carts") create(@RequestBody cart) { return { id: this.carts.create(cart) }; }

  /**
   * @param {int} id
   * @param {"card" | "cash"} how
   */
  @PostMapping("/carts/{id}/pay/{how}") pay(@PathVariable id, @PathVariable how) { this.carts.pay(id, how); }
}
