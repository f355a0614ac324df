import { Repository } from "fwrun";
import { User } from "./user";

/** The table of users. */
export class UserRepository extends Repository<User> {}
