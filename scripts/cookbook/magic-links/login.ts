import {
  Authenticated, Digest, Email, GetMapping, HttpRestException, Length, PermitAll, PostMapping, Principal, QueueTemplate, Random, RateLimited,
  RequestBody, RequestMapping, RestController, Service, Session, SqlTemplate, Value,
} from "fwrun";

export class Wanted {
  @Email @Length({ max: 200 }) email: string;
}

export class Token {
  @Length(1, 100) token: string;
}

@Service
export class Links {
  @Value("${login.url}") private url: string;
  constructor(private sql: SqlTemplate, private digest: Digest, private random: Random, private queues: QueueTemplate) {}

  @RateLimited(3, "15m", { key: "#{email}", burst: 3 })
  async send(email: string) {
    if (!this.sql.queryForValue("SELECT 1 FROM people WHERE email = ?", email)) return;
    const token = this.random.token(), ends = Date.now() + 15 * 60_000;
    this.sql.update("INSERT INTO links (digest, email, ends) VALUES (:digest, :email, :ends)", { digest: this.digest.of(token), email, ends });
    await this.queues.send("mails", { to: email, subject: "Log in", text: `${this.url}/login.html#${token}` }); // a part that no server logs
  }

  /** Returns who a token was sent to. It is good once, and only for a quarter of an hour. */
  use(token: string): string | null {
    const [link] = this.sql.query("DELETE FROM links WHERE digest = ? RETURNING email, ends", this.digest.of(token));
    this.sql.update("DELETE FROM links WHERE ends < ?", Date.now());
    return link && link.ends > Date.now() ? link.email : null;
  }
}

@RestController
@RequestMapping("/login")
export class Login {
  constructor(private links: Links) {}

  /** The same answer for everybody: nobody learns who is known here. */
  @PostMapping("/link") @PermitAll
  async ask(@RequestBody { email }: Wanted) {
    await this.links.send(email.toLowerCase());
    return "if we know you, there is a mail for you";
  }

  /** The page posts the token when its reader presses a button: programs that look at links in mails do not use it up. */
  @PostMapping @PermitAll
  logIn(@RequestBody { token }: Token, session: Session) {
    const email = this.links.use(token);
    if (!email) throw new HttpRestException(401, "this link was used, or is too old");
    session.login({ name: email });
  }

  @GetMapping @Authenticated
  who(who: Principal) { return who.getName(); }
}
