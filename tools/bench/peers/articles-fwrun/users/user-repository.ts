import { Id, Query, Repository, Table } from "fwrun";

@Table("users")
export class User {
  @Id id: int | null = null;
  username: string;
  email: string;
  bio: string | null;
  image: string | null;
  hash: string;
}

export class UserRepository extends Repository<User> {
  @Query("SELECT id, username, email, bio, image, hash FROM users WHERE username = :username")
  byName(username: string): User | null { return this.result; }
}
