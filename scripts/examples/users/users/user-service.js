import { Autowired, Service, SqlError } from "fwrun";
import { User } from "./user.js";
import { UserRepository } from "./user-repository.js";

/** What a caller did wrong, in words for the caller. */
export class UserError extends Error {}

/** The rules about users. */
@Service
export class UserService {
  /** @type {UserRepository} */
  @Autowired users;

  /** @returns {list<User>} */
  findAll() {
    return this.users.findAll();
  }

  /**
   * @param {int} id
   * @returns {User}
   */
  findById(id) {
    return existing(this.users.findById(id));
  }

  /**
   * @param {string} email
   * @returns {User}
   */
  findByEmail(email) {
    return existing(this.users.findByEmail(email));
  }

  /**
   * @param {User} user
   * @returns {User}
   */
  create(user) {
    try {
      return { ...user, id: this.users.insert(user) };
    } catch (error) {
      // The database decides: it alone sees what other requests are doing at the same time.
      if (error instanceof SqlError && error.kind === "unique violation") {
        throw new UserError("Email already exists");
      }
      throw error;
    }
  }

  /**
   * @param {int} id
   * @param {User} user
   * @returns {User}
   */
  update(id, user) {
    const updated = { ...user, id };
    if (!this.users.update(updated)) throw new UserError("User not found");
    return updated;
  }

  /** @param {int} id */
  delete(id) {
    if (!this.users.delete(id)) throw new UserError("User not found");
  }
}

/** @param {?User} user */
function existing(user) {
  if (!user) throw new UserError("User not found");
  return user;
}
