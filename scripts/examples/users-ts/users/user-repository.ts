import { Service, SqlTemplate } from "fwrun";
import { User, UserInput } from "./user";

/** The table of users. */
@Service
export class UserRepository {
  constructor(private readonly sql: SqlTemplate) {}

  findAll(): User[] {
    return this.sql.query("SELECT id, name, email FROM users ORDER BY id");
  }

  findById(id: int): User | null {
    return this.sql.queryForObject("SELECT id, name, email FROM users WHERE id = ?", id);
  }

  findByEmail(email: string): User | null {
    return this.sql.queryForObject("SELECT id, name, email FROM users WHERE email = ?", email);
  }

  /** Returns the new id. */
  insert(user: UserInput): int {
    return this.sql.update("INSERT INTO users (name, email) VALUES (:name, :email)", user).generatedKey;
  }

  /** Returns whether there was one of that id. */
  update(user: User): boolean {
    return this.sql.update("UPDATE users SET name = :name, email = :email WHERE id = :id", user).affectedRows > 0;
  }

  /** Returns whether there was one of that id. */
  delete(id: int): boolean {
    return this.sql.update("DELETE FROM users WHERE id = ?", id).affectedRows > 0;
  }
}
