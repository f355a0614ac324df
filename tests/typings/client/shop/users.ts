import {
  DeleteMapping, Email, GetMapping, HttpRestException, HttpStatus, Min, NotBlank, PathVariable, PostMapping, RequestBody, RequestMapping, RequestParam,
  ResponseEntity, RestController,
} from "fwrun";

export type Role = "ADMIN" | "USER";

export class NewUser {
  @NotBlank name: string;
  @Email email: string | null = null;
  role: Role = "USER";
}

/** Somebody who may buy. */
export class User extends NewUser {
  id: int;
  born: Date;
  friends: list<User>;
}

export class Page {
  items: list<User>;
  total: int;
}

function userOf(id: int, name: string): User {
  const user = new User();
  return Object.assign(user, { id, name, born: new Date(Date.UTC(1990, 0, 1)), friends: [] });
}

/** Everything about people. */
@RestController
@RequestMapping("/users")
export class UsersController {
  /**
   * Lists users.
   *
   * The newest first. A text such as *\/ is no end.
   */
  @GetMapping
  list(@RequestParam page: int = 0, @RequestParam roles: list<Role> = []): Page {
    const items = roles.map((role, i) => Object.assign(userOf(i + 1, `User ${i + 1}`), { role }));
    return Object.assign(new Page(), { items, total: page });
  }

  @GetMapping("/{id}")
  find(@PathVariable @Min(1) id: int): User {
    if (id > 9) throw new HttpRestException(HttpStatus.NOT_FOUND, `there is no user ${id}`);
    const ada = userOf(id, "Ada");
    ada.friends = [userOf(2, "Grace")];
    return ada;
  }

  @GetMapping("/{id}/best")
  best(@PathVariable id: int): User | null {
    return id === 1 ? userOf(2, "Grace") : null;
  }

  @PostMapping
  create(@RequestBody user: NewUser): User {
    return Object.assign(userOf(3, user.name), { email: user.email, role: user.role });
  }

  /** @deprecated */
  @DeleteMapping("/{id}")
  delete(@PathVariable id: int): void {}

  @GetMapping("/{id}/raw")
  raw(@PathVariable id: int): ResponseEntity {
    return ResponseEntity.created(`/users/${id}`).withJson({ id });
  }
}
