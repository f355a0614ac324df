import { Id, Repository, Table } from "fwrun";

/** A row that is found by a UUID, and has nothing else. */
@Table("tokens")
export class Token {
  @Id({ generated: "uuid" }) id: string | null = null;
}

export class TokenRepository extends Repository<Token, string> {}
