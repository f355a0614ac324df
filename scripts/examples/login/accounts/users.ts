import { HttpRestException, Logins, PasswordEncoder, Service, SqlTemplate, UniqueViolation } from "fwrun";

/** Who has signed up. The database has hashes of passwords, and no password. */
@Service
export class Users {
  constructor(
    private readonly sql: SqlTemplate,
    private readonly passwords: PasswordEncoder,
    private readonly logins: Logins,
  ) {}

  /** Keeps a new user. The first one is an administrator. */
  async add(name: string, password: string): Promise<void> {
    const hash = await this.passwords.encode(password);
    const role = this.sql.queryForValue("SELECT count(*) FROM users") === 0 ? "ADMIN" : "USER";
    try {
      this.sql.update("INSERT INTO users (name, hash, role) VALUES (?, ?, ?)", [name, hash, role]);
    } catch (e) {
      if (e instanceof UniqueViolation) throw new HttpRestException(409, "this name is taken");
      throw e;
    }
  }

  /** Returns the user with this name and password. It takes as long to find out that there is none, and who guesses is locked out. */
  async known(name: string, password: string): Promise<{ name: string; roles: string[] }> {
    const user = this.sql.queryForObject("SELECT hash, role FROM users WHERE name = ?", [name]);
    if (!(await this.logins.check(name, password, user?.hash))) {
      throw new HttpRestException(401, "the name or the password is wrong");
    }
    if (await this.passwords.needsRehash(user!.hash)) {
      this.sql.update("UPDATE users SET hash = ? WHERE name = ?", [await this.passwords.encode(password), name]);
    }
    return { name, roles: [user!.role] };
  }
}
