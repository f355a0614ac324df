import { Autowired, Logger, SearchClient, Service } from "fwrun";
import { Product, ProductRepository } from "./product.js";

/** Keeps the index as the database is. The database has the truth: the index can be filled again at any time. */
@Service
export class Indexer {
  /** @type {ProductRepository} */
  @Autowired products;

  /** @type {SearchClient} */
  @Autowired search;

  /** @type {Logger} */
  @Autowired log;

  /**
   * Writes one product, which searches find when the promise is resolved.
   * @param {Product} product
   */
  put(product) {
    return this.search.index("products", product, { id: product.id, refresh: "wait_for" });
  }

  /** @param {int} id */
  remove(id) {
    return this.search.delete("products", id, { refresh: "wait_for" });
  }

  /** Writes all products, and deletes what the database no longer has. */
  async fill() {
    const products = this.products.findAll();
    const ids = new Set(products.map((product) => String(product.id)));
    const gone = [];
    for await (const { id } of this.search.scroll("products", { _source: false, sort: ["_doc"] })) {
      if (!ids.has(id)) gone.push(id);
    }
    await this.search.bulk([
      ...products.map((document) => ({ index: "products", id: document.id, document })),
      ...gone.map((id) => ({ delete: "products", id })),
    ], { refresh: true });
    this.log.info("the index is filled", { products: products.length, deleted: gone.length });
    return { products: products.length, deleted: gone.length };
  }
}
