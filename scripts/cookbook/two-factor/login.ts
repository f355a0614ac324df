import { Authenticated, HttpRestException, Logins, PermitAll, PostMapping, Principal, RequestBody, RestController, Service, Session, SqlTemplate, Totp } from "fwrun";

export class Credentials {
  name: string;
  password: string;
  code: string | null = null;
}

export class Code {
  code: string;
}

@Service
export class Factors {
  constructor(private sql: SqlTemplate, private totp: Totp, private logins: Logins) {}

  begin(name: string) {
    const secret = this.totp.secret();
    const { affectedRows } = this.sql.update("UPDATE accounts SET secret = :secret WHERE name = :name AND NOT confirmed", { name, secret });
    if (affectedRows === 0) throw new HttpRestException(409, "there is a second factor already");
    return this.totp.uri({ secret, account: name, issuer: "Shop" });
  }

  /** Reports whether a code is right. It is good once: of two requests with it, the statement lets one through. */
  check(name: string, secret: string, code: string) {
    const counted = `code of ${name}`; // by a name of its own: a right password forgets the failures of the account's
    this.logins.assertAllowed(counted);
    const step = this.totp.verify(secret, code);
    const later = "UPDATE accounts SET last_step = :step, confirmed = TRUE WHERE name = :name AND (last_step IS NULL OR last_step < :step)";
    const right = step !== null && this.sql.update(later, { name, step }).affectedRows > 0;
    if (!right) this.logins.failed(counted);
    return right;
  }
}

@RestController
export class Login {
  constructor(private sql: SqlTemplate, private logins: Logins, private factors: Factors) {}

  @PostMapping("/login") @PermitAll
  async logIn(@RequestBody { name, password, code }: Credentials, session: Session) {
    const account = this.sql.queryForObject("SELECT * FROM accounts WHERE name = ?", name);
    if (!(await this.logins.check(name, password, account?.hash))) throw new HttpRestException(401, "the name or the password is wrong");
    if (account!.confirmed) {
      if (!code) throw new HttpRestException(401, "a code is needed");
      if (!this.factors.check(name, account!.secret, code)) throw new HttpRestException(401, "the code is wrong");
    }
    session.login({ name, roles: ["USER"] });
  }

  /** Shows the text of a QR code; the factor counts when a first code was right. */
  @PostMapping("/factor") @Authenticated begin(who: Principal) { return { qr: this.factors.begin(who.getName()) }; }

  @PostMapping("/factor/confirm") @Authenticated
  confirm(@RequestBody { code }: Code, who: Principal) {
    const secret = this.sql.queryForValue("SELECT secret FROM accounts WHERE name = ?", who.getName());
    if (!secret || !this.factors.check(who.getName(), secret, code)) throw new HttpRestException(403, "the code is wrong");
  }
}
