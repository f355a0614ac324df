import { DeleteMapping, GetMapping, PostMapping, PutMapping } from "fwrun";
import { Autowired, HttpRestException, PathVariable, RequestBody, RequestParam, ResponseEntity, RestController } from "fwrun";
import { Finder } from "./finder.js";
import { Indexer } from "./indexer.js";
import { NewProduct, Product, ProductRepository } from "./product.js";

/** The catalogue over HTTP. */
@RestController
export class CatalogueController {
  /** @type {ProductRepository} */
  @Autowired products;

  /** @type {Indexer} */
  @Autowired indexer;

  /** @type {Finder} */
  @Autowired finder;

  /**
   * @param {string} text
   * @param {?string} kind
   */
  @GetMapping("/search")
  search(@RequestParam text, @RequestParam kind = null) {
    return this.finder.find(text, kind);
  }

  @GetMapping("/searches")
  searches() {
    return this.finder.popular();
  }

  /** @param {NewProduct} product */
  @PostMapping("/products")
  async create(@RequestBody product) {
    const created = this.products.insert(product);
    await this.indexer.put(created);
    return ResponseEntity.created(`/products/${created.id}`).withJson(created);
  }

  /**
   * @param {int} id
   * @param {NewProduct} body
   */
  @PutMapping("/products/{id}")
  async update(@PathVariable id, @RequestBody body) {
    const product = Object.assign(new Product(), body, { id });
    if (!this.products.update(product)) throw new HttpRestException(404, `there is no product ${id}`);
    await this.indexer.put(product);
    return product;
  }

  /** @param {int} id */
  @DeleteMapping("/products/{id}")
  async delete(@PathVariable id) {
    const isDeleted = this.products.delete(id);
    await this.indexer.remove(id);
    return { deleted: isDeleted };
  }

  @PostMapping("/index")
  fill() {
    return this.indexer.fill();
  }
}
