import { Id, Table } from "fwrun";

/** A user, in the database and in JSON. */
@Table("users")
export class User {
  /**
   * Given by the database.
   * @type {int}
   */
  @Id id;

  /** @type {string} */
  name;

  /**
   * Unique.
   * @type {string}
   */
  email;
}

/**
 * What a request sends.
 * @typedef {Omit<User, "id">} NewUser
 */
