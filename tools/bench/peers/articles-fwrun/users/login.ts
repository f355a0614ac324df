import { HttpRestException, HttpStatus, JwtService, Length, Logins, NotBlank, PermitAll, PostMapping, RequestBody, RestController } from "fwrun";
import { UserRepository } from "./user-repository";

export class Credentials {
  @NotBlank @Length({ max: 40 }) username: string;
  @Length({ min: 8, max: 200 }) password: string;
}

@RestController
export class Login {
  constructor(
    private readonly users: UserRepository,
    private readonly logins: Logins,
    private readonly tokens: JwtService,
  ) {}

  @PermitAll
  @PostMapping("/login")
  async logIn(@RequestBody { username, password }: Credentials) {
    const user = this.users.byName(username);
    if (!(await this.logins.check(username, password, user?.hash))) {
      throw new HttpRestException(HttpStatus.UNAUTHORIZED, "the name or the password is wrong");
    }
    const { id, email, bio, image } = user!;
    return { token: await this.tokens.sign({ sub: String(id) }), user: { username, email, bio, image } };
  }
}
