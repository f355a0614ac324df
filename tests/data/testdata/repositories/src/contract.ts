import { GetMapping, RestController, SqlError } from "fwrun";
import { Country, CountryRepository } from "./country.js";
import { Order, OrderRepository } from "./order";
import { Token, TokenRepository } from "./token";

type Steps = [name: string, step: () => unknown][];

@RestController
export class Contract {
  constructor(
    private readonly orders: OrderRepository,
    private readonly countries: CountryRepository,
    private readonly tokens: TokenRepository,
  ) {}

  @GetMapping("/contract")
  run(): string {
    const { orders, countries, tokens } = this;
    const ada = Object.assign(new Order(), { customerName: "Ada", total: 12.5, paid: true, tags: ["a", "ü"], address: { city: "London" } });
    ada.orderedAt = new Date("2024-05-01T10:20:30.123Z");
    const steps: Steps = [
      ["a table without rows", () => [orders.findAll(), orders.count(), orders.findPage(), orders.findById(1)]],
      ["save makes an id and a version", () => [orders.save(ada) === ada, ada.id, ada.version]],
      ["what was saved is found", () => orders.findById(1)],
      ["it is an object of its class", () => { const row = orders.findById(1)!; return [row instanceof Order, row.label, row.shown, Object.keys(row)]; }],
      ["save changes what has an id", () => { ada.total = 13; const same = orders.save(ada); return [same === ada, ada.version, orders.findById(1)!.total]; }],
      ["a row that others have changed", () => orders.save({ ...ada, version: 0 } as Order)],
      ["undefined is left alone and null is null", () => { orders.update({ id: 1, version: 1, total: null, tags: undefined }); const row = orders.findById(1)!; return [row.total, row.tags, row.version]; }],
      ["save of some fields leaves the others", () => { const row = orders.save({ id: 1, version: 2, total: 13 }); return [row instanceof Order, row]; }],
      ["saveAll changes and adds", () => orders.saveAll([ada, { id: 1, version: 3, note: "n" }, { customerName: "Bob" }].slice(1)).map((row) => [row.id, row.note ?? null, row.version])],
      ["update tells that there is no such row", () => orders.update({ id: 77, customerName: "x", version: 0 })],
      ["save of a plain object makes one of the class", () => { const given = { customerName: "Bob" }; const row = orders.save(given); return [row instanceof Order, row.id, "id" in given]; }],
      ["saveAll keeps a list", () => orders.saveAll(["Cem", "Dan", "Eve"].map((customerName, i) => ({ customerName, total: i, tags: [] }))).map((row) => row.id)],
      ["saveAll keeps all or none", () => orders.saveAll([{ customerName: "Fay" }, { customerName: null as any }])],
      ["nothing is left of it", () => [orders.count(), orders.exists({ customerName: "Fay" })]],
      ["a page", () => { const p = orders.findPage({ page: 1, size: 2, sort: "customerName,desc" }); return { ...p, items: p.items.map((o) => o.customerName) }; }],
      ["a last page", () => orders.findPage({ page: 2, size: 2 }).items.map((o) => o.id)],
      ["several orders", () => orders.findAll({ sort: [{ paid: "desc" }, "customerName desc"] }).map((o) => o.customerName)],
      ["criteria", () => [orders.findBy({ customerName: ["Bob", "Eve"] }).length, orders.findBy({ total: null }).length, orders.findBy({ total: [1, null] }, { size: 2 }).length, orders.findBy({ customerName: [] }).length]],
      ["criteria of booleans and times", () => [orders.count({ paid: true }), orders.exists({ orderedAt: ada.orderedAt }), orders.exists({ orderedAt: new Date(0) })]],
      ["findOneBy", () => [orders.findOneBy({ customerName: "Eve" })?.id, orders.findOneBy({ customerName: "Zoe" })]],
      ["findOneBy of several", () => orders.findOneBy({ total: [0, 1, 2, null] })],
      ["exists", () => [orders.exists(1), orders.exists(99)]],
      ["queries of rows", () => [orders.ofCustomer("Ada").map((o) => [o instanceof Order, o.label, o.orderedAt]), orders.maybe(99), orders.maybe(2)?.label]],
      ["a query of some columns", () => { const o = orders.surely(2); return [o instanceof Order, o.customerName, o.paid, o.tags]; }],
      ["a query that must find", () => orders.surely(99)],
      ["queries of values", () => [orders.sum(), orders.names(), orders.payments()]],
      ["a query of another class", () => orders.sums()],
      ["queries that change", () => [orders.pay(2, true), orders.pay(99, true), orders.noteAll("x"), orders.noteAll(null)]],
      ["an inherited method", () => orders.size()],
      ["the template", () => orders.sql.queryForValue("SELECT COUNT(*) FROM customer_orders")],
      ["delete takes an id or a row", () => [orders.delete(1), orders.delete(1), orders.delete(orders.findById(2)!), orders.count()]],
      ["deleteAll", () => [orders.deleteAll([3, orders.findById(4)!, 99]), orders.names()]],
      ["a transaction takes all back", () => orders.sql.transaction(() => { orders.insert({ customerName: "Gus" }); orders.saveAll([{ customerName: "Hal" }, { customerName: "Ian" }]); throw new Error("stop"); })],
      ["and nothing is left", () => orders.names()],
      ["an id of the application's own is inserted, then updated", () => [countries.save({ key: "de", group: "Germany" }), countries.save({ key: "de", group: "Deutschland" }), countries.findAll(), countries.count()]],
      ["and must be there", () => countries.save({ group: "Nowhere" } as Country)],
      ["inserted twice", () => { try { countries.insert({ key: "de", group: "x" }); } catch (error: any) { return error.kind; } }],
      ["a UUID", () => { const token = tokens.save(new Token()); return [/^[0-9a-f-]{36}$/.test(token.id!), tokens.findById(token.id!)?.id === token.id, tokens.save(token) === token, tokens.save({ id: null }).id !== token.id, tokens.count()]; }],
      ["sorted by what is no column", () => orders.findAll({ sort: "id; DROP TABLE tokens" })],
      ["sorted by a near miss", () => orders.findAll({ sort: "costumerName" })],
      ["sorted by what is transient", () => orders.findAll({ sort: { shown: "asc" } })],
      ["sorted in a direction there is not", () => orders.findAll({ sort: "id up" })],
      ["found by what is no column", () => orders.findBy({ "1=1 OR id": 1 } as any)],
      ["found by undefined", () => orders.findBy({ customerName: undefined })],
      ["a wrong option", () => orders.findAll({ limit: 1 } as any)],
      ["a wrong page", () => orders.findPage({ page: -1 })],
      ["a wrong size", () => orders.findPage({ size: 1.5 })],
      ["no id", () => orders.findById(undefined as any)],
      ["saving what is no row", () => orders.save([] as any)],
      ["criteria that are none", () => orders.findBy("Ada" as any)],
    ];
    return steps.map(([name, step]) => `${name}: ${told(step)}\n`).join("");
  }

  @GetMapping("/promises")
  async promises() {
    const before = await this.orders.counted();
    await this.orders.remove(5);
    let failed = "";
    await this.orders.broken().catch((error) => (failed = error.name));
    return [before, await this.orders.counted(), failed];
  }

  @GetMapping("/rows")
  rows(): Order[] {
    return this.orders.findAll();
  }

  @GetMapping("/countries")
  all(): Country[] {
    return this.countries.findAll();
  }
}

function told(step: () => unknown): string {
  try {
    return JSON.stringify(step());
  } catch (error: any) {
    return `${error.name}: ${error instanceof SqlError ? error.kind : error.message}`;
  }
}
