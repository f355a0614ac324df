import {
  Autowired,
  DeleteMapping,
  GetMapping,
  PathVariable,
  PostMapping,
  PutMapping,
  RequestBody,
  RequestMapping,
  RequestParam,
  RestController,
} from "fwrun";
import { User } from "./user.js";
import { UserError, UserService } from "./user-service.js";

/** Users over HTTP. Whatever happens is answered with 200 and JSON, in which `success` tells how it went. */
@RestController
@RequestMapping("/users")
export class UserController {
  /** @type {UserService} */
  @Autowired users;

  @GetMapping
  list() {
    return { success: true, data: this.users.findAll() };
  }

  /** @param {string} email */
  @GetMapping("/search")
  search(@RequestParam email) {
    return answer("Failed to search", () => ({ data: this.users.findByEmail(email) }));
  }

  /** @param {int} id */
  @GetMapping("/{id}")
  find(@PathVariable id) {
    return answer("Failed to get user", () => ({ data: this.users.findById(id) }));
  }

  /** @param {User} user */
  @PostMapping
  create(@RequestBody user) {
    return answer("Failed to create user", () => ({ data: this.users.create(user), message: "User created" }));
  }

  /**
   * @param {int} id
   * @param {User} user
   */
  @PutMapping("/{id}")
  update(@PathVariable id, @RequestBody user) {
    return answer("Failed to update user", () => ({ data: this.users.update(id, user), message: "User updated" }));
  }

  /** @param {int} id */
  @DeleteMapping("/{id}")
  delete(@PathVariable id) {
    return answer("Failed to delete user", () => {
      this.users.delete(id);
      return { message: "User deleted" };
    });
  }
}

/**
 * Runs `work`. What the caller did wrong is told in its own words, any other failure after `failure`.
 *
 * @param {string} failure
 * @param {() => {data?: User, message?: string}} work
 */
function answer(failure, work) {
  try {
    return { success: true, ...work() };
  } catch (error) {
    if (error instanceof UserError) return { success: false, message: error.message };
    return { success: false, message: `${failure}: ${error instanceof Error ? error.message : error}` };
  }
}
