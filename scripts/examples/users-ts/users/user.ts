import { Id, Table } from "fwrun";

/** A user, in the database and in JSON. */
@Table("users")
export class User {
  /** Given by the database. */
  @Id id: int;
  name: string;
  /** Unique. */
  email: string;
}

/** What a request sends. */
export type NewUser = Omit<User, "id">;
