import {
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
import { User, UserInput } from "./user";
import { UserError, UserService } from "./user-service";

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
  constructor(private readonly users: UserService) {}

  @GetMapping
  list(): Answer<User[]> {
    return { success: true, data: this.users.findAll() };
  }

  @GetMapping("/search")
  search(@RequestParam email: string): Answer<User> {
    return answer("Failed to search", () => ({ data: this.users.findByEmail(email) }));
  }

  @GetMapping("/{id}")
  find(@PathVariable id: int): Answer<User> {
    return answer("Failed to get user", () => ({ data: this.users.findById(id) }));
  }

  @PostMapping
  create(@RequestBody user: UserInput): Answer<User> {
    return answer("Failed to create user", () => ({ data: this.users.create(user), message: "User created" }));
  }

  @PutMapping("/{id}")
  update(@PathVariable id: int, @RequestBody user: UserInput): Answer<User> {
    return answer("Failed to update user", () => ({ data: this.users.update(id, user), message: "User updated" }));
  }

  @DeleteMapping("/{id}")
  delete(@PathVariable id: int): Answer {
    return answer("Failed to delete user", () => {
      this.users.delete(id);
      return { message: "User deleted" };
    });
  }
}

/** Runs `work`. What the caller did wrong is told in its own words, any other failure after `failure`. */
function answer<T>(failure: string, work: () => Omit<Answer<T>, "success">): Answer<T> {
  try {
    return { success: true, ...work() };
  } catch (error) {
    if (error instanceof UserError) return { success: false, message: error.message };
    return { success: false, message: `${failure}: ${error instanceof Error ? error.message : error}` };
  }
}
