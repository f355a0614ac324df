import { Id, Length, Min, Repository, Table } from "fwrun";

/** What a request sends. */
export class NewProduct {
  /** @type {string} */
  @Length(1, 100) name;

  /** @type {string} */
  about = "";

  /** @type {string} */
  kind;

  /** @type {int} */
  @Min(1) cents;
}

/** A product: in the database, and as a document of the index `products`. */
@Table("products")
export class Product extends NewProduct {
  /** @type {int} */
  @Id id;

  price() {
    return `${(this.cents / 100).toFixed(2)} EUR`;
  }
}

/** @extends {Repository<Product>} */
export class ProductRepository extends Repository {}
