import { CacheEvict, Cacheable, Digest, GetMapping, HttpRestException, Max, Min, PathVariable, PutMapping, RequestBody, RequestParam, RestController, Service, SqlTemplate } from "fwrun";

export class Rollout {
  @Min(0) @Max(100) percent: int;
  users: string[] = [];
}

@Service
export class Flags {
  constructor(private sql: SqlTemplate, private digest: Digest) {}

  /** The same user gets the same answer, and keeps what a smaller percentage has given. */
  isOn(name: string, user: string) {
    const { percent, users } = this.rollout(name);
    return users.includes(user) || Number.parseInt(this.digest.of(`${name}:${user}`).slice(0, 8), 16) % 100 < percent;
  }

  @Cacheable("flags", { key: "#{name}" })
  rollout(name: string): Rollout {
    const percent = this.sql.queryForValue("SELECT percent FROM flags WHERE name = ?", name) ?? 0; // off, if nobody knows it
    const users = this.sql.query("SELECT user FROM flag_users WHERE name = ?", name).map((row) => row.user);
    return { percent, users };
  }

  @CacheEvict("flags", { key: "#{name}" })
  set(name: string, { percent, users }: Rollout) {
    this.sql.transaction(() => {
      const { affectedRows } = this.sql.update("UPDATE flags SET percent = :percent WHERE name = :name", { name, percent });
      if (affectedRows === 0) throw new HttpRestException(404, `there is no flag ${name}`);
      this.sql.update("DELETE FROM flag_users WHERE name = ?", name);
      this.sql.batchUpdate("INSERT INTO flag_users (name, user) VALUES (:name, :user)", users.map((user) => ({ name, user })));
    });
  }
}

@RestController
export class Checkout {
  constructor(private flags: Flags) {}

  @GetMapping("/checkout")
  checkout(@RequestParam user: string) { return this.flags.isOn("new-checkout", user) ? "the new one" : "the old one"; }

  @PutMapping("/flags/{name}")
  set(@PathVariable name: string, @RequestBody rollout: Rollout) { this.flags.set(name, rollout); }
}
