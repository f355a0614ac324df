import { DeleteMapping, GetMapping, PostMapping, PutMapping, RequestMapping } from "fwrun";
import { Autowired, PathVariable, RequestBody, RequestParam, RestController, UniqueViolation } from "fwrun";
import { User } from "./user.js";
import { UserRepository } from "./user-repository.js";

/** Users over HTTP. Whatever happens is answered with 200 and JSON, in which `success` tells how it went. */
@RestController
@RequestMapping("/users")
export class UserController {
  /** @type {UserRepository} */
  @Autowired users;

  @GetMapping
  list() {
    return { success: true, data: this.users.findAll() };
  }

  /** @param {string} email */
  @GetMapping("/search")
  search(@RequestParam email) {
    return answer("Failed to search", () => this.users.findOneBy({ email }));
  }

  /** @param {int} id */
  @GetMapping("/{id}")
  find(@PathVariable id) {
    return answer("Failed to get user", () => this.users.findById(id));
  }

  /** @param {import("./user.js").NewUser} user */
  @PostMapping
  create(@RequestBody user) {
    const words = { done: "User created", taken: "Email already exists" };
    return answer("Failed to create user", () => this.users.insert(user), words);
  }

  /**
   * @param {int} id
   * @param {import("./user.js").NewUser} user
   */
  @PutMapping("/{id}")
  update(@PathVariable id, @RequestBody user) {
    const words = { done: "User updated" };
    return answer("Failed to update user", () => this.users.update({ ...user, id }) && this.users.findById(id), words);
  }

  /** @param {int} id */
  @DeleteMapping("/{id}")
  delete(@PathVariable id) {
    return answer("Failed to delete user", () => this.users.delete(id), { done: "User deleted" });
  }
}

/**
 * Runs `work`, which gives the user, whether there was one, or null. The database decides whether an email is taken: it
 * alone sees what other requests are doing at the same time.
 *
 * @param {string} failure
 * @param {() => User | boolean | null} work
 * @param {{done?: string, taken?: string}} words
 * @returns {Answer}
 */
function answer(failure, work, { done, taken } = {}) {
  try {
    const user = work();
    if (!user) return { success: false, message: "User not found" };
    return { success: true, data: user === true ? undefined : user, message: done };
  } catch (error) {
    if (taken && error instanceof UniqueViolation) return { success: false, message: taken };
    return { success: false, message: `${failure}: ${error instanceof Error ? error.message : error}` };
  }
}

/**
 * How it went.
 * @typedef {object} Answer
 * @property {boolean} success
 * @property {string} [message]
 * @property {User} [data]
 */
