// Routes with and without a token.
import { GetMapping, PermitAll, Principal, RestController, RolesAllowed } from "fwrun";

@RestController
export class Users {
  @GetMapping("/hello")
  @PermitAll()
  plain() {
    return { name: "nobody", roles: [] };
  }

  /** @param {Principal} who */
  @GetMapping("/me")
  @RolesAllowed("USER")
  me(who) {
    return { name: who.getName(), roles: who.getRoles() };
  }

  @GetMapping("/admin")
  @RolesAllowed("ADMIN")
  admin() {
    return { name: "admin", roles: [] };
  }
}
