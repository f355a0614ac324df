import { DeleteMapping, GetMapping, PostMapping, PutMapping, RequestMapping } from "fwrun";
import { PathVariable, RequestBody, RequestParam, RestController, UniqueViolation } from "fwrun";
import { NewUser, User } from "./user";
import { UserRepository } from "./user-repository";

/** What every request is answered with, always with status 200. */
interface Answer<T = never> {
  success: boolean;
  data?: T;
  message?: string;
}

/** Users over HTTP. */
@RestController
@RequestMapping("/users")
export class UserController {
  constructor(private readonly users: UserRepository) {}

  @GetMapping
  list(): Answer<User[]> {
    return { success: true, data: this.users.findAll() };
  }

  @GetMapping("/search")
  search(@RequestParam email: string): Answer<User> {
    return answer("Failed to search", () => this.users.findOneBy({ email }));
  }

  @GetMapping("/{id}")
  find(@PathVariable id: int): Answer<User> {
    return answer("Failed to get user", () => this.users.findById(id));
  }

  @PostMapping
  create(@RequestBody user: NewUser): Answer<User> {
    const words = { done: "User created", taken: "Email already exists" };
    return answer("Failed to create user", () => this.users.insert(user), words);
  }

  @PutMapping("/{id}")
  update(@PathVariable id: int, @RequestBody user: NewUser): Answer<User> {
    const words = { done: "User updated" };
    return answer("Failed to update user", () => this.users.update({ ...user, id }) && this.users.findById(id), words);
  }

  @DeleteMapping("/{id}")
  delete(@PathVariable id: int): Answer<User> {
    return answer("Failed to delete user", () => this.users.delete(id), { done: "User deleted" });
  }
}

/**
 * Runs `work`, which gives the user, whether there was one, or null. The database decides whether an email is taken: it
 * alone sees what other requests are doing at the same time.
 */
function answer(failure: string, work: () => User | boolean | null, words: { done?: string; taken?: string } = {}): Answer<User> {
  try {
    const user = work();
    if (!user) return { success: false, message: "User not found" };
    return { success: true, data: user === true ? undefined : user, message: words.done };
  } catch (error) {
    const isTaken = error instanceof UniqueViolation;
    if (isTaken && words.taken) return { success: false, message: words.taken };
    return { success: false, message: `${failure}: ${error instanceof Error ? error.message : error}` };
  }
}
