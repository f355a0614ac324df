import { Id, Length, Min, Repository, Table } from "fwrun";

/** A product: in requests, in the database, and as a document of the index `products`. */
@Table("products")
export class Product {
  /**
   * Given by the database; a request need not send it.
   * @type {?int}
   */
  @Id id = null;

  /** @type {string} */
  @Length(1, 100) name;

  /** @type {string} */
  about = "";

  /** @type {string} */
  kind;

  /** @type {int} */
  @Min(1) cents;

  price() {
    return `${(this.cents / 100).toFixed(2)} EUR`;
  }
}

/** @extends {Repository<Product>} */
export class ProductRepository extends Repository {}
