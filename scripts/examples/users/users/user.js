/** A user, in the database and in JSON. */
export class User {
  /**
   * Given by the database; a request need not send it.
   * @type {?int}
   */
  id = null;

  /** @type {string} */
  name;

  /**
   * Unique.
   * @type {string}
   */
  email;
}
