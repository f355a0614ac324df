import { Id, Repository, Table } from "fwrun";

/** What can be ordered. */
@Table("articles")
export class Article {
  /**
   * Number of the article, such as tea-1.
   * @type {string}
   */
  @Id({ generated: false }) sku;

  /** @type {string} */
  name;

  /** @type {int} */
  cents;
}

/** @extends {Repository<Article, string>} */
export class ArticleRepository extends Repository {}
