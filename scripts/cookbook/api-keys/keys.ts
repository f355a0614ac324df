import {
  ApiKeys, DeleteMapping, Digest, Each, GetMapping, Length, NotBlank, OneOf, PathVariable, PostMapping, Principal, Random, RequestBody,
  RequestMapping, ResponseEntity, RestController, RolesAllowed, Service, SqlTemplate, Unique,
} from "fwrun";

export class NewKey {
  @NotBlank @Length({ max: 60 }) label: string;
  @Unique @Each(OneOf("orders:read", "orders:write")) scopes: string[];
}

@Service
export class Keys extends ApiKeys {
  constructor(private sql: SqlTemplate, private digest: Digest) { super(); }

  /** The table has digests: who reads it has no key. They are found by an index, and a key has too many bits to be guessed. */
  find(key: string) {
    const [row] = this.sql.query("UPDATE keys SET used = CURRENT_TIMESTAMP WHERE digest = ? RETURNING owner, scopes", this.digest.of(key));
    return row ? { name: row.owner, scopes: row.scopes.split(" ") } : null;
  }
}

@RestController
@RequestMapping("/keys")
@RolesAllowed("USER") // a key has no role, so no key makes another one
export class KeyController {
  constructor(private sql: SqlTemplate, private digest: Digest, private random: Random) {}

  @PostMapping
  create(@RequestBody { label, scopes }: NewKey, who: Principal) {
    const key = `shop_${this.random.token()}`, begins = key.slice(0, 10); // scanners for secrets know it by its beginning
    const row = { owner: who.getName(), label, begins, digest: this.digest.of(key), scopes: scopes.join(" ") };
    const id = this.sql.update("INSERT INTO keys (owner, label, begins, digest, scopes) VALUES (:owner, :label, :begins, :digest, :scopes)", row).generatedKey;
    return ResponseEntity.created(`/keys/${id}`).withJson({ id, key }); // shown this once
  }

  @GetMapping
  list(who: Principal) { return this.sql.query("SELECT id, label, begins, scopes, used FROM keys WHERE owner = ? ORDER BY id", who.getName()); }

  @DeleteMapping("/{id}")
  remove(@PathVariable id: int, who: Principal) {
    const { affectedRows } = this.sql.update("DELETE FROM keys WHERE id = :id AND owner = :owner", { id, owner: who.getName() });
    return affectedRows > 0 ? ResponseEntity.noContent() : ResponseEntity.notFound();
  }
}

@RestController
export class Orders {
  @GetMapping("/orders") @RolesAllowed("USER", "SCOPE_orders:read") orders(who: Principal) { return `orders of ${who.getName()}`; }
  @PostMapping("/orders") @RolesAllowed("USER", "SCOPE_orders:write") order(who: Principal) { return `ordered by ${who.getName()}`; }
}
