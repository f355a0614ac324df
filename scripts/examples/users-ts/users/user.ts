/** What a request sends. */
export class UserInput {
  name: string;
  /** Unique. */
  email: string;
}

/** A user, in the database and in answers. */
export interface User extends UserInput {
  id: int;
}
