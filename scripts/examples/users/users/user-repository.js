import { Autowired, Service, SqlTemplate } from "fwrun";
import { User } from "./user.js";

/** The table of users. */
@Service
export class UserRepository {
  /** @type {SqlTemplate} */
  @Autowired sql;

  /** @returns {list<User>} */
  findAll() {
    return this.sql.query("SELECT id, name, email FROM users ORDER BY id");
  }

  /**
   * @param {int} id
   * @returns {?User}
   */
  findById(id) {
    return this.sql.queryForObject("SELECT id, name, email FROM users WHERE id = ?", id);
  }

  /**
   * @param {string} email
   * @returns {?User}
   */
  findByEmail(email) {
    return this.sql.queryForObject("SELECT id, name, email FROM users WHERE email = ?", email);
  }

  /**
   * @param {User} user
   * @returns {int} the new id
   */
  insert(user) {
    return this.sql.update("INSERT INTO users (name, email) VALUES (:name, :email)", user).generatedKey;
  }

  /**
   * @param {User} user
   * @returns {bool} whether there was one of that id
   */
  update(user) {
    return this.sql.update("UPDATE users SET name = :name, email = :email WHERE id = :id", user).affectedRows > 0;
  }

  /**
   * @param {int} id
   * @returns {bool} whether there was one of that id
   */
  delete(id) {
    return this.sql.update("DELETE FROM users WHERE id = ?", id).affectedRows > 0;
  }
}
