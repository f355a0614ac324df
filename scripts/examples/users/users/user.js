import { Id, Table } from "fwrun";

/** A user, in the database and in JSON. */
@Table("users")
export class User {
  /**
   * Given by the database; a request need not send it.
   * @type {?int}
   */
  @Id id = null;

  /** @type {string} */
  name;

  /**
   * Unique.
   * @type {string}
   */
  email;
}
