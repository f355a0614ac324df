import {
  HttpRestException, JwtService, Length, Logins, PasswordEncoder, Pattern, PermitAll, PostMapping, RequestBody, RestController, SqlTemplate,
} from "fwrun";

export class Credentials {
  @Pattern(/^[a-z]{2,20}$/) name: string;
  @Length(12, 200) password: string;
}

@RestController
@PermitAll
export class Accounts {
  constructor(private sql: SqlTemplate, private passwords: PasswordEncoder, private logins: Logins, private tokens: JwtService) {}

  /** The first one to sign up is the staff. */
  @PostMapping("/sign-up")
  async signUp(@RequestBody { name, password }: Credentials) {
    const hash = await this.passwords.encode(password);
    this.sql.update(
      `INSERT INTO accounts (name, hash, role)
       SELECT :name, :hash, CASE WHEN EXISTS (SELECT 1 FROM accounts) THEN 'CUSTOMER' ELSE 'STAFF' END`,
      { name, hash },
    );
  }

  @PostMapping("/log-in")
  async logIn(@RequestBody { name, password }: Credentials): Promise<string> {
    const account = this.sql.queryForObject("SELECT hash, role FROM accounts WHERE name = ?", name);
    if (!(await this.logins.check(name, password, account?.hash))) throw new HttpRestException(401, "the name or the password is wrong");
    return this.tokens.sign({ sub: name, roles: [account!.role] }, { expiresIn: "1h" });
  }
}
