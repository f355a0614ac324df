import { DeleteMapping, GetMapping, JwtService, Length, NotBlank, PermitAll, PostMapping, Principal } from "fwrun";
import { RequestBody, RestController, Session, Sessions } from "fwrun";
import { Users } from "./users";

export class Credentials {
  @NotBlank @Length({ max: 40 }) name: string;
  @Length({ min: 8, max: 200 }) password: string;
}

/** Signing up, and logging in: a browser by a session, a program by a token. */
@RestController
export class Login {
  constructor(
    private readonly users: Users,
    private readonly tokens: JwtService,
    private readonly sessions: Sessions,
  ) {}

  @PermitAll
  @PostMapping("/sign-up")
  async signUp(@RequestBody c: Credentials) {
    await this.users.add(c.name, c.password);
    return { name: c.name };
  }

  @PermitAll
  @PostMapping("/session")
  async begin(@RequestBody c: Credentials, session: Session) {
    const user = await this.users.known(c.name, c.password);
    session.login(user);
    return user;
  }

  @PermitAll
  @DeleteMapping("/session")
  end(session: Session): void {
    session.logout();
  }

  /** Logs out everywhere. */
  @DeleteMapping("/sessions")
  async endAll(who: Principal) {
    return { ended: await this.sessions.endAll(who.getName()) };
  }

  @PermitAll
  @PostMapping("/token")
  async token(@RequestBody c: Credentials) {
    const user = await this.users.known(c.name, c.password);
    return { token: await this.tokens.sign({ sub: user.name, roles: user.roles }) };
  }

  @PermitAll
  @GetMapping("/me")
  me(who: Principal | null) {
    return { name: who?.getName() ?? null, roles: who?.getRoles() ?? [] };
  }
}
