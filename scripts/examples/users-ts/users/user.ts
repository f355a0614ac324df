import { Id, Table } from "fwrun";

/** A user, in the database and in JSON. */
@Table("users")
export class User {
  /** Given by the database; a request need not send it. */
  @Id id: int | null = null;
  name: string;
  /** Unique. */
  email: string;
}
