import { Service, SqlError } from "fwrun";
import { User, UserInput } from "./user";
import { UserRepository } from "./user-repository";

/** What a caller did wrong, in words for the caller. */
export class UserError extends Error {}

/** The rules about users. */
@Service
export class UserService {
  constructor(private readonly users: UserRepository) {}

  findAll(): User[] {
    return this.users.findAll();
  }

  findById(id: int): User {
    return existing(this.users.findById(id));
  }

  findByEmail(email: string): User {
    return existing(this.users.findByEmail(email));
  }

  create(user: UserInput): User {
    try {
      return { id: this.users.insert(user), ...user };
    } catch (error) {
      // The database decides: it alone sees what other requests are doing at the same time.
      if (error instanceof SqlError && error.kind === "unique violation") {
        throw new UserError("Email already exists");
      }
      throw error;
    }
  }

  update(id: int, user: UserInput): User {
    const updated = { id, ...user };
    if (!this.users.update(updated)) throw new UserError("User not found");
    return updated;
  }

  delete(id: int): void {
    if (!this.users.delete(id)) throw new UserError("User not found");
  }
}

function existing(user: User | null): User {
  if (!user) throw new UserError("User not found");
  return user;
}
